// viewport_width, viewport_height, device_scale_factor, viewport_mobile, viewport_has_touch, viewport_landscape.
import { expect, it } from "vitest";
import { capturePicture } from "../support/capture.ts";
import { BLUE, expectColour, GREEN, RED, WHITE } from "../support/image.ts";

/** The middle of each box of device.html. */
const box = {
  touch: [50, 250],
  landscape: [50, 350],
  phone: [50, 450],
  dense: [50, 550],
} satisfies Record<string, [number, number]>;

it("is 1280 × 1024 pixels when nothing is asked for", async () => {
  const picture = await capturePicture("/quarters.html");

  expect(picture).toMatchObject({ widthPx: 1280, heightPx: 1024 });
});

it("has the size of viewport_width and viewport_height, and the page is laid out in it", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const quarters = await capturePicture("/quarters.html", options);

  expect(quarters).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(quarters, [198, 348], RED);
  expectColour(quarters, [202, 348], GREEN);
  expectColour(quarters, [198, 352], BLUE);
  expectColour(await capturePicture("/device.html", options), box.phone, GREEN);
});

it.each([
  [100, 100],
  [5000, 100],
  [100, 5000],
])("takes a window of %i × %i", async (viewport_width, viewport_height) => {
  const picture = await capturePicture("/quarters.html", { viewport_width, viewport_height });

  expect(picture).toMatchObject({ widthPx: viewport_width, heightPx: viewport_height });
  expectColour(picture, [viewport_width / 2 - 2, viewport_height / 2 - 2], RED);
  expectColour(picture, [viewport_width - 1, 0], GREEN);
  expectColour(picture, [0, viewport_height - 1], BLUE);
});

it("draws as many pixels as device_scale_factor says, and tells the page", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const plain = await capturePicture("/device.html", options);
  const dense = await capturePicture("/device.html", { ...options, device_scale_factor: 2 });

  expectColour(plain, box.dense, RED);
  expect(dense).toMatchObject({ widthPx: 800, heightPx: 1400 });
  expectColour(dense, [100, 1100], GREEN);
});

it("draws a full page at device_scale_factor 2.5", async () => {
  const picture = await capturePicture("/bands.html?height=3000", {
    viewport_width: 400,
    device_scale_factor: 2.5,
    full_page: true,
  });

  expect(picture).toMatchObject({ widthPx: 1000, heightPx: 7500 });
  // The third band, of 500 CSS pixels.
  expectColour(picture, [500, 2502], [74, 182, 46, 255]);
  expectColour(picture, [500, 3747], [74, 182, 46, 255]);
});

it("follows a page's own viewport only with viewport_mobile", async () => {
  const options = { viewport_width: 400, viewport_height: 700 };
  const desktop = await capturePicture("/wide-viewport.html", options);
  const mobile = await capturePicture("/wide-viewport.html", { ...options, viewport_mobile: true });

  expect(desktop).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(desktop, [95, 95], GREEN);
  // 800 px of page in a window of 400.
  expect(mobile).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(mobile, [45, 45], GREEN);
  expectColour(mobile, [55, 45], WHITE);
  expectColour(mobile, [45, 55], WHITE);
});

it("gives a page its own viewport in full_page with viewport_mobile, too", async () => {
  const picture = await capturePicture("/wide-viewport.html", {
    viewport_width: 400,
    viewport_height: 700,
    viewport_mobile: true,
    full_page: true,
  });

  expect(picture).toMatchObject({ widthPx: 400, heightPx: 1000 });
  expectColour(picture, [45, 45], GREEN);
  expectColour(picture, [375, 975], RED);
  expectColour(picture, [345, 975], WHITE);
});

it("lays a page out for a phone that asks for the phone's own width", async () => {
  const options = { viewport_width: 400, viewport_height: 700, viewport_mobile: true };
  const picture = await capturePicture("/device.html", options);

  expect(picture).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(picture, box.phone, GREEN);
});

it("shows the whole width of a page that knows no phones, in full_page with viewport_mobile", async () => {
  const picture = await capturePicture("/desktop-only.html", {
    viewport_width: 400,
    viewport_height: 700,
    viewport_mobile: true,
    full_page: true,
  });

  // 1000 × 2000 px of page in a window of 400.
  expect(picture).toMatchObject({ widthPx: 400, heightPx: 800 });
  expectColour(picture, [200, 350], GREEN);
  expectColour(picture, [355, 350], GREEN);
  expectColour(picture, [380, 350], RED);
  expectColour(picture, [398, 700], RED);
  expectColour(picture, [200, 760], BLUE);
  expectColour(picture, [398, 797], BLUE);
});

it("tells the page of touch only with viewport_has_touch", async () => {
  expectColour(await capturePicture("/device.html"), box.touch, RED);
  const touching = await capturePicture("/device.html", { viewport_has_touch: true });
  expectColour(touching, box.touch, GREEN);
});

it("swaps the sides of a portrait window with viewport_landscape", async () => {
  const portrait = { viewport_width: 400, viewport_height: 700 };
  const upright = await capturePicture("/device.html", portrait);
  const turned = await capturePicture("/device.html", { ...portrait, viewport_landscape: true });

  expect(upright).toMatchObject({ widthPx: 400, heightPx: 700 });
  expectColour(upright, box.landscape, RED);
  expect(turned).toMatchObject({ widthPx: 700, heightPx: 400 });
  expectColour(turned, box.landscape, GREEN);
});

it("leaves a window that is wide already as it is with viewport_landscape", async () => {
  const options = { viewport_width: 700, viewport_height: 400, viewport_landscape: true };
  const picture = await capturePicture("/device.html", options);

  expect(picture).toMatchObject({ widthPx: 700, heightPx: 400 });
});
