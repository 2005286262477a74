// viewport_width, viewport_height, device_scale_factor, viewport_mobile, viewport_has_touch, viewport_landscape.
import { expect, it } from "vitest";
import { captureImage } from "../support/capture.ts";
import { BLUE, expectColour, GREEN, RED, WHITE } from "../support/image.ts";
import { pageOf } from "../support/pages.ts";

/** The center of each box of device.html. */
const box = {
  touch: [50, 250],
  landscape: [50, 350],
  phone: [50, 450],
  dense: [50, 550],
} satisfies Record<string, [number, number]>;

it("The default viewport has 1280 × 1024 pixels.", async () => {
  const image = await captureImage("/quarters.html");

  expect(image).toMatchObject({ widthPx: 1280, heightPx: 1024 });
});

it("The viewport has the size of viewport_width and viewport_height, and the page uses it for its layout.", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const quarters = await captureImage("/quarters.html", options);

  expect(quarters).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(quarters, [198, 348], RED);
  expectColour(quarters, [202, 348], GREEN);
  expectColour(quarters, [198, 352], BLUE);
  expectColour(await captureImage("/device.html", options), box.phone, GREEN);
});

it.each([
  [100, 100],
  [5000, 100],
  [100, 5000],
])("A viewport of %i × %i is captured.", async (viewport_width, viewport_height) => {
  const image = await captureImage("/quarters.html", { viewport_width, viewport_height });

  expect(image).toMatchObject({ widthPx: viewport_width, heightPx: viewport_height });
  expectColour(image, [viewport_width / 2 - 2, viewport_height / 2 - 2], RED);
  expectColour(image, [viewport_width - 1, 0], GREEN);
  expectColour(image, [0, viewport_height - 1], BLUE);
});

it("device_scale_factor multiplies the pixels of the image and sets the page's devicePixelRatio.", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const plain = await captureImage("/device.html", options);
  const dense = await captureImage("/device.html", { ...options, device_scale_factor: 2 });

  expectColour(plain, box.dense, RED);
  expect(dense).toMatchObject({ widthPx: 800, heightPx: 1400 });
  expectColour(dense, [100, 1100], GREEN);
});

it("A full page is captured at device_scale_factor 2.5.", async () => {
  const image = await captureImage("/bands.html?height=3000", {
    viewport_width: 400,
    device_scale_factor: 2.5,
    full_page: true,
  });

  expect(image).toMatchObject({ widthPx: 1000, heightPx: 7500 });
  // Checks the third band, which has 500 CSS pixels.
  expectColour(image, [500, 2502], [74, 182, 46, 255]);
  expectColour(image, [500, 3747], [74, 182, 46, 255]);
});

it("The viewport element of a page applies only with viewport_mobile.", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const desktop = await captureImage("/wide-viewport.html", options);
  const mobile = await captureImage("/wide-viewport.html", { ...options, viewport_mobile: true });

  expect(desktop).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(desktop, [95, 95], GREEN);
  // The page has 800 px in a viewport of 400 px.
  expect(mobile).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(mobile, [45, 45], GREEN);
  expectColour(mobile, [55, 45], WHITE);
  expectColour(mobile, [45, 55], WHITE);
});

it("With viewport_mobile, the viewport element of a page also applies to full_page.", async () => {
  const image = await captureImage("/wide-viewport.html", {
    viewport_width: 400,
    viewport_height: 700,
    viewport_mobile: true,
    full_page: true,
  });

  expect(image).toMatchObject({ widthPx: 400, heightPx: 1000 });
  expectColour(image, [45, 45], GREEN);
  expectColour(image, [375, 975], RED);
  expectColour(image, [345, 975], WHITE);
});

it("With viewport_mobile, width=device-width uses the width of the viewport.", async () => {
  const options = { viewport_width: 400, viewport_height: 700, viewport_mobile: true };
  const image = await captureImage("/device.html", options);

  expect(image).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(image, box.phone, GREEN);
});

it("With viewport_mobile and full_page, a page without a viewport element is captured at its whole width.", async () => {
  const image = await captureImage("/desktop-only.html", {
    viewport_width: 400,
    viewport_height: 700,
    viewport_mobile: true,
    full_page: true,
  });

  // The page has 1000 × 2000 px in a viewport of 400 px.
  expect(image).toMatchObject({ widthPx: 400, heightPx: 800 });
  expectColour(image, [200, 350], GREEN);
  expectColour(image, [355, 350], GREEN);
  expectColour(image, [380, 350], RED);
  expectColour(image, [398, 700], RED);
  expectColour(image, [200, 760], BLUE);
  expectColour(image, [398, 797], BLUE);
});

it("The page detects touch only with viewport_has_touch.", async () => {
  expectColour(await captureImage("/device.html"), box.touch, RED);
  const touching = await captureImage("/device.html", { viewport_has_touch: true });
  expectColour(touching, box.touch, GREEN);
});

it("viewport_landscape swaps width and height of a portrait viewport.", async () => {
  const portrait = { viewport_width: 400, viewport_height: 700 };
  const upright = await captureImage("/device.html", portrait);
  const turned = await captureImage("/device.html", { ...portrait, viewport_landscape: true });

  expect(upright).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(upright, box.landscape, RED);
  expect(turned).toMatchObject({ widthPx: 700, heightPx: 400 });
  expectColour(turned, box.landscape, GREEN);
});

it("viewport_landscape does not change a viewport that is wider than high.", async () => {
  const options = { viewport_width: 700, viewport_height: 400, viewport_landscape: true };
  const image = await captureImage("/device.html", options);

  expect(image).toMatchObject({ widthPx: 700, heightPx: 400 });
});

it.each([
  ["a list of addresses", `{"urls": ["/quarters.html"]}`],
  [
    "the links of the page",
    `{"source": "document", "where": {"href_matches": "/*"}, "eagerness": "immediate"}`,
  ],
])("A page that prerenders %s keeps its viewport and its emulation.", async (_what, rule) => {
  const page = pageOf(`<style>
      @media (prefers-color-scheme: dark) and (resolution: 2dppx) { body { background: green } }
    </style>
    <body><a href="/quarters.html">Next</a>
    <script type="speculationrules">{"prerender": [${rule}]}</script>`);
  const options = { viewport_width: 300, viewport_height: 200, delay: 300 };
  const image = await captureImage(page, { ...options, dark_mode: true, device_scale_factor: 2 });

  expect(image).toMatchObject({ widthPx: 600, heightPx: 400 });
  expectColour(image, [300, 300], GREEN);
});
