// image_width, image_height and device.
import { describe, expect, it } from "vitest";
import { capture, captureImage, fileOf } from "../support/capture.ts";
import { expectColour as expectPageColour, greenIfHtml, pageOf } from "../support/pages.ts";
import { decodeImage, expectColour, GREEN, RED } from "../support/image.ts";

/** A page of 1,280 × 4,000 CSS pixels: red above, green below 3,000 px. It is blue if its layout is not 1,280 px wide. */
const tall =
  pageOf(`<style>body { margin:0; height:4000px; background:linear-gradient(red 3000px, green 3000px) }
  @media not (width: 1280px) { body { background:blue } }</style>`);

const onMobile = (condition: string) =>
  pageOf(`<meta name=viewport content="width=device-width">${greenIfHtml(condition)}`);

describe("image_width and image_height", () => {
  it.each([
    ["the viewport", {}, { image_width: 400 }, [400, 320]],
    [
      "the viewport at two pixels per CSS pixel",
      { device_scale_factor: 2 },
      { image_width: 333 },
      [333, 266],
    ],
    [
      "the full page, limited by its height",
      { full_page: true },
      { image_width: 1000, image_height: 500 },
      [160, 500],
    ],
    [
      "a clip",
      { clip: { x: 0, y: 2900, width: 400, height: 200 } },
      { image_height: 50 },
      [100, 50],
    ],
    [
      "an image below the limits, which does not change",
      {},
      { image_width: 5000, image_height: 5000 },
      [1280, 1024],
    ],
    [
      "a narrow strip",
      { clip: { x: 0, y: 0, width: 2, height: 4000 } },
      { image_height: 100 },
      [1, 2000],
    ],
  ] as const)(
    "image_width and image_height limit the size of %s.",
    async (_, options, limits, [widthPx, heightPx]) => {
      const image = await captureImage(tall, { ...options, ...limits });

      expect(image).toMatchObject({ widthPx, heightPx });
      expectColour(image, [0, Math.floor(heightPx / 4)], RED);
    },
  );

  it("The lower part of a scaled full page and of a scaled element is complete.", async () => {
    const page = await captureImage(tall, { full_page: true, image_height: 400 });
    expectColour(page, [64, 290], RED);
    expectColour(page, [64, 310], GREEN);

    const element = await captureImage("/elements.html", { selector: "#near", image_width: 100 });
    expect(element).toMatchObject({ widthPx: 100, heightPx: 60 });
    expectColour(element, [5, 30], RED);
    expectColour(element, [50, 30], GREEN);
  });

  it("A page that is too tall for WebP fits with image_height.", async () => {
    const options = { full_page: true, format: "webp", image_height: 2000 } as const;
    const image = await captureImage("/bands.html?height=20000", options);

    expect(image).toMatchObject({ widthPx: 128, heightPx: 2000 });
  });

  it("A scaled PNG in bands has the requested width and all its rows.", async () => {
    const options = { full_page: true, image_width: 1000 };
    const image = await captureImage(tall.replace("4000px", "9000px"), options);

    expect(image).toMatchObject({ widthPx: 1000 });
    expect(Math.abs(image.heightPx - 7031)).toBeLessThanOrEqual(8);
    expectColour(image, [500, image.heightPx - 1], GREEN);
  });
});

describe("device", () => {
  it("The page has the viewport, scale factor, touch and user agent of the device.", async () => {
    const page = onMobile(`innerWidth === 393 && innerHeight === 852 && devicePixelRatio === 3
      && navigator.maxTouchPoints > 0 && navigator.userAgent.includes("iPhone")
      && matchMedia("(pointer: coarse)").matches`);
    const answer = await capture(page, { device: "iphone_15" });
    const image = await decodeImage(await fileOf(answer.clone()));

    expect(image).toMatchObject({ widthPx: 1179, heightPx: 2556 });
    await expectPageColour(answer, "green");
  });

  it("Other options override the device.", async () => {
    const page = onMobile(`innerWidth === 852 && innerHeight === 393 && devicePixelRatio === 1
      && navigator.userAgent === "Robot/1.0"`);
    const options = { device_scale_factor: 1, user_agent: "Robot/1.0", viewport_landscape: true };

    await expectPageColour(
      await capture(page, { device: "iphone_15", ...options }),
      "green",
      [400, 200],
    );
  });
});
