// full_page and full_page_max_height: the image shows the whole page, and each part only once.
import { describe, expect, it } from "vitest";
import { capture, captureImage, fileOf } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { pageOf } from "../support/pages.ts";
import {
  BLUE,
  type Colour,
  expectColour,
  GREEN,
  type DecodedImage,
  RED,
  WHITE,
} from "../support/image.ts";

/** Dimensions of bands.html. */
const BAND_PX = 500;

describe("full_page", () => {
  it("The image shows a page of 8,000 px completely, for every viewport_height.", async () => {
    const options = { full_page: true, viewport_height: 300 };
    const image = await captureImage("/bands.html", options);

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 8000 });
    expectBands(image);
  });

  it("Without full_page, the image shows only the viewport.", async () => {
    const image = await captureImage("/bands.html", { viewport_height: 300 });

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 300 });
  });

  it("The image of a page shorter than the viewport has the height of the viewport.", async () => {
    const image = await captureImage("/transparent.html", { full_page: true });

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 1024 });
    expectColour(image, [50, 50], RED);
    expectColour(image, [50, 1000], WHITE);
  });

  it("A section of 100vh has the height of the viewport.", async () => {
    const image = await captureImage("/viewport-section.html", {
      full_page: true,
      viewport_height: 600,
    });

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 3600 });
    expectColour(image, [640, 598], GREEN);
    expectColour(image, [640, 602], BLUE);
    expectColour(image, [640, 3598], BLUE);
  });

  it("A section of 100vh with a transition of its height has the height of the viewport.", async () => {
    const options = { full_page: true, viewport_height: 600 };
    const captures = Array.from({ length: 6 }, async () =>
      captureImage("/viewport-transition.html", options),
    );

    for (const image of await Promise.all(captures)) {
      expectColour(image, [640, 598], GREEN);
      expectColour(image, [640, 602], BLUE);
      expectColour(image, [640, 2598], BLUE);
    }
  });

  it("A fixed header appears once, at the top.", async () => {
    const image = await captureImage("/fixed-header.html", { full_page: true });

    expect(image.heightPx).toBe(8000);
    expect(rowsOf(image, RED)).toEqual([0, 49]);
  });

  it("A sticky header appears once, at its normal position in the page.", async () => {
    const image = await captureImage("/sticky-header.html", { full_page: true });

    expect(image.heightPx).toBe(8000);
    expectColour(image, [640, 198], BLUE);
    expect(rowsOf(image, RED)).toEqual([200, 249]);
  });

  it.each([
    ["the document scrolls", false, "/sticky-footer.html"],
    ["the document scrolls", true, "/sticky-footer.html"],
    ["one element scrolls", false, "/sticky-footer.html?shell"],
    ["one element scrolls", true, "/sticky-footer.html?shell"],
  ])(
    "A bar that sticks to the lower edge appears once, at its normal position, if %s (full_page_scroll: %s).",
    async (_, full_page_scroll, path) => {
      const scrolling = { full_page_scroll, full_page_scroll_delay: 0 };
      const image = await captureImage(path, { full_page: true, ...scrolling });

      expect(image.heightPx).toBe(4000);
      expect(rowsOf(image, RED)).toEqual([1950, 1999]);
    },
  );

  it.each([true, false])(
    "Fixed elements outside the window stay invisible, and others are drawn (full_page_scroll: %s).",
    async (full_page_scroll) => {
      const options = { full_page: true, full_page_scroll, full_page_scroll_delay: 0 };
      const image = await captureImage("/closed-parts.html", { ...options, viewport_height: 600 });

      expect(image).toMatchObject({ widthPx: 1280, heightPx: 3000 });
      for (let y = 5; y < 3000; y += 10)
        for (let x = 5; x < 1280; x += 10) expectNot(image, [x, y], RED);
      for (const y of [550, 690]) expectColour(image, [675, y], GREEN);
      expectColour(image, [875, 530], BLUE);
      expectColour(image, [1075, 2050], BLUE);
    },
  );

  it.each([true, false])(
    "A page whose body scrolls is captured completely (full_page_scroll: %s).",
    async (scrolls) => {
      const html = `<style>html, body { height: 100%; margin: 0; overflow: auto }</style>
      <div style="height:2000px;background:green"></div><div style="height:100px;background:blue"></div>`;
      const image = await captureImage(pageOf(html), {
        full_page: true,
        full_page_scroll: scrolls,
        full_page_scroll_delay: 0,
      });

      expect(image).toMatchObject({ widthPx: 1280, heightPx: 2100 });
      expectColour(image, [640, 1999], GREEN);
      expectColour(image, [640, 2099], BLUE);
    },
  );

  it("The image shows only the viewport if the page hides the overflow.", async () => {
    const html = `<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>
      <div style="height:3000px;background:green"></div>`;
    const image = await captureImage(pageOf(html), { full_page: true });

    expect(image).toMatchObject({ heightPx: 1024 });
    expectColour(image, [640, 1023], GREEN);
  });

  it.each([
    ["full_page", { full_page: true }],
    ["selector", { selector: "main" }],
    ["clip", { clip: { x: 0, y: 0, width: 1280, height: 5010 } }],
  ])("With %s, the image shows sections with content-visibility.", async (_, options) => {
    const style = "content-visibility:auto;contain-intrinsic-size:auto 900px";
    const section = `<section style="${style}"><div style="height:500px;background:green"></div></section>`;
    const html = `<body style="margin:0"><main>${section.repeat(10)}<p style="height:10px;margin:0;background:blue">`;
    const image = await captureImage(pageOf(html), options);

    expect(image).toMatchObject({ heightPx: 5010 });
    expectColour(image, [640, 4999], GREEN);
    expectColour(image, [640, 5005], BLUE);
  });

  it("A PNG shows a page of 50,000 px.", async () => {
    const image = await captureImage("/bands.html?height=50000", { full_page: true });

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 50_000 });
    expectBands(image);
  });

  it("A JPEG shows a page of 20,000 px.", async () => {
    const image = await captureImage("/bands.html?height=20000", {
      full_page: true,
      format: "jpeg",
      viewport_width: 200,
    });

    expect(image).toMatchObject({ widthPx: 200, heightPx: 20_000 });
    expectBands(image);
  });

  it("A WebP shows a page of 16,000 px.", async () => {
    const image = await captureImage("/bands.html?height=16000", {
      full_page: true,
      format: "webp",
      viewport_width: 200,
    });

    expect(image).toMatchObject({ widthPx: 200, heightPx: 16_000 });
    expectBands(image);
  });
});

describe("Size limits", () => {
  it("A page that is too tall for a WebP is rejected, and the error contains its height.", async () => {
    const answer = await capture("/bands.html?height=20000", { full_page: true, format: "webp" });

    const { details } = await expectError(answer, 422, "invalid_options");
    expect(JSON.stringify(details)).toMatch(/20,?000/);
  });

  it.each([
    ["clip", { clip: { x: 0, y: 0, width: 40_000, height: 20_000 } }],
    ["selector", { selector: "html", device_scale_factor: 3 }],
    ["full_page_max_height", { full_page: true, device_scale_factor: 3 }],
  ] as const)(
    "An image with too many pixels is rejected, and the error names %s.",
    async (option, options) => {
      const answer = await capture("/bands.html?height=60000", options);

      const { details } = await expectError(answer, 422, "invalid_options");
      expect(Object.keys(details ?? {})).toEqual([`options.${option}`]);
    },
  );
});

describe("full_page_max_height", () => {
  it("full_page_max_height cuts the image, and the response reports it.", async () => {
    const options = { full_page: true, full_page_max_height: 1200 };
    const image = await captureImage("/bands.html", options);

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 1200 });
    expectBands(image);
    const answer = await capture("/bands.html", { ...options, response_type: "json" });
    expect(await answer.json()).toMatchObject({
      data: { metadata: { dimensions: { width: 1280, height: 1200 }, truncated: true } },
    });
  });

  it("full_page_max_height does not affect shorter pages or captures without full_page.", async () => {
    const options = { full_page: true, full_page_max_height: 9000 };
    expect(await captureImage("/bands.html", options)).toMatchObject({ heightPx: 8000 });

    const window = { full_page_max_height: 500 };
    expect(await captureImage("/bands.html", window)).toMatchObject({ heightPx: 1024 });
  });

  it("full_page_max_height allows a WebP of a page that is too tall.", async () => {
    const answer = await capture("/bands.html?height=20000", {
      full_page: true,
      format: "webp",
      full_page_max_height: 16_000,
    });

    expect((await fileOf(answer)).byteLength).toBeGreaterThan(1000);
  });
});

/** Expects every band of bands.html from its first row to its last. */
function expectBands(image: DecodedImage) {
  const x = Math.floor(image.widthPx / 2);
  for (let band = 0; band * BAND_PX < image.heightPx; band++) {
    const colour: Colour = [(band * 37) % 256, (band * 91) % 256, (band * 151) % 256, 255];
    const end = Math.min(image.heightPx, (band + 1) * BAND_PX);
    // Lossy formats mix the colours at the border of two bands.
    for (const y of [band * BAND_PX + 16, band * BAND_PX + 100, end - 16]) {
      expectColour(image, [x, y], colour);
    }
  }
}

function expectNot(image: DecodedImage, [x, y]: [number, number], colour: Colour): void {
  if (image.pixelAt(x, y).join() === colour.join()) expect.fail(`${x}, ${y}: ${colour.join()}`);
}

/** Returns the first and the last row of each run of rows with this colour in the center. */
function rowsOf(image: DecodedImage, colour: Colour): number[] {
  const x = Math.floor(image.widthPx / 2);
  const has = (y: number) => image.pixelAt(x, y).join() === colour.join();
  const edges: number[] = [];
  for (let y = 0; y < image.heightPx; y++) {
    if (!has(y)) continue;
    if (y === 0 || !has(y - 1)) edges.push(y);
    if (y === image.heightPx - 1 || !has(y + 1)) edges.push(y);
  }
  return edges;
}
