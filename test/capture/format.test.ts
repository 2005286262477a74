// format and image_quality: the returned file and the image in it.
import { expect, it } from "vitest";
import { countPages } from "../../src/capture/encode/pdf-file.ts";
import { capture, captureHtml, captureImage, fileOf } from "../support/capture.ts";
import { readPdf } from "../support/pdf.ts";
import { BLACK, BLUE, expectColour, GREEN, RED } from "../support/image.ts";

it.each(["png", "jpeg", "webp"] as const)("A %s shows the page.", async (format) => {
  const image = await captureImage("/quarters.html", { format });

  expect(image).toMatchObject({ widthPx: 1280, heightPx: 1024 });
  expectColour(image, [320, 256], RED);
  expectColour(image, [960, 256], GREEN);
  expectColour(image, [320, 768], BLUE);
  expectColour(image, [960, 768], BLACK);
});

it.each([
  ["png", "image/png", /^\x89PNG\r\n/],
  ["jpeg", "image/jpeg", /^\xff\xd8\xff/],
  ["webp", "image/webp", /^RIFF[^]{4}WEBP/],
  ["pdf", "application/pdf", /^%PDF-/],
] as const)("The response to a %s has the content type %s.", async (format, type, beginning) => {
  const answer = await capture("/quarters.html", { format });

  expect(answer.headers.get("Content-Type")).toBe(type);
  const file = await fileOf(answer);
  expect(answer.headers.get("Content-Length")).toBe(String(file.byteLength));
  expect(latin1(file.subarray(0, 16))).toMatch(beginning);
});

it("A PDF has A4 pages, as many as the document needs, and its record has their number.", async () => {
  const file = await fileOf(await capture("/bands.html?height=4000", { format: "pdf" }));

  expect(countPages(file)).toBe(4);
  const json = { format: "pdf", response_type: "json" } as const;
  const { data } = await (
    await capture("/bands.html?height=4000", json)
  ).json<{ data: { metadata: { pages?: number } } }>();
  expect(data.metadata.pages).toBe(4);
  expectSize(file, [595.3, 841.9]);
});

it("With viewport_landscape, the pages of a PDF are in landscape format.", async () => {
  const options = { format: "pdf", viewport_landscape: true } as const;
  const file = await fileOf(await capture("/quarters.html", options));

  expectSize(file, [841.9, 595.3]);
});

it("A full-page PDF has one page as tall as the document.", async () => {
  const options = { format: "pdf", full_page: true } as const;
  const file = await fileOf(await capture("/bands.html", options));

  expect(countPages(file)).toBe(1);
  // 1280 × 8000 CSS pixels are 960 × 6000 points.
  expectSize(file, [960, 6000]);
});

it("A PDF does not contain sections that the page hides.", async () => {
  const html = `<p>shown<p style="content-visibility:hidden;height:20px;background:rgb(255,0,0)"><b style="background:rgb(0,0,255)">kept`;
  const file = await fileOf(await captureHtml(html, { format: "pdf", full_page: true }));

  const drawing = await readPdf(file).drawing();
  expect(drawing).toMatch(/1 0 0 rg/);
  expect(drawing).not.toMatch(/0 0 1 rg/);
});

it.each(["jpeg", "webp", "pdf"] as const)(
  "A lower image_quality makes a %s smaller.",
  async (format) => {
    const sizes: number[] = [];
    for (const image_quality of [10, 50, 90]) {
      const file = await fileOf(await capture("/noise.html", { format, image_quality }));
      sizes.push(file.byteLength);
    }

    const [low, middle, high] = sizes;
    expect(low).toBeLessThan(middle! * 0.9);
    expect(middle).toBeLessThan(high! * 0.9);
  },
);

it("The service accepts image_quality 0.", async () => {
  const image = await captureImage("/quarters.html", { format: "jpeg", image_quality: 0 });

  expect(image).toMatchObject({ widthPx: 1280, heightPx: 1024 });
});

it("A PNG ignores image_quality.", async () => {
  const low = await fileOf(await capture("/noise.html", { image_quality: 1 }));
  const high = await fileOf(await capture("/noise.html", { image_quality: 100 }));

  expect(low).toEqual(high);
});

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** Expects a page size in points. Chromium rounds the size of the paper to whole pixels. */
function expectSize(pdf: Uint8Array, [width, height]: [width: number, height: number]) {
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(latin1(pdf));
  expect(Math.abs(Number(box?.[1]) - width)).toBeLessThan(1);
  expect(Math.abs(Number(box?.[2]) - height)).toBeLessThan(1);
}
