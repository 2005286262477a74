// Pages with images of 20,000 × 20,000 pixels, and screenshots of many bytes: the capture ends, and its browser and the
// captures next to it survive.
import { expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture, captureImage } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, pageOf, storePage } from "../support/pages.ts";

const { origin } = inject("site");
const green = `<body style="background:green">`;

it.each([
  // Two cores do not decode this image within half a minute either.
  ["png", 10_000],
  ["jpeg", 30_000],
])(
  "A page with a %s image of 20,000 × 20,000 pixels is captured or fails, and other captures succeed.",
  async (format, timeout) => {
    const page = pageOf(`${green}<img width=100 src="${origin}/huge-image?format=${format}">`);
    const [answer, other] = await Promise.all([
      capture(page, { timeout }),
      capture(pageOf(green), { timeout: 30_000 }),
    ]);

    if (answer.status === 200) await expectColour(answer, "green");
    else if (answer.status === 504) await expectError(answer, 504, "navigation_timeout");
    else await expectError(answer, 500, "render_failed");
    await expectColour(other, "green");
    await expectColour(await capture(pageOf(green)), "green");
  },
);

/** A page of random pixels, 1,280 pixels wide. */
const noiseOf = (heightPx: number) => `<body style="margin:0"><script>
  let random = 88172645;
  for (let top = 0; top < ${heightPx}; top += 1000) {
    const canvas = document.createElement("canvas");
    canvas.width = 1280;
    canvas.height = 1000;
    canvas.style.display = "block";
    const pixels = new Uint32Array(1280 * 1000).map(() => {
      random ^= random << 13;
      random ^= random >>> 17;
      random ^= random << 5;
      return random | 0xff000000;
    });
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer), 1280, 1000);
    canvas.getContext("2d").putImageData(image, 0, 0);
    document.body.append(canvas);
  }</script>`;

// WebP takes the same path, but a busy machine encodes lossless WebP for more than a minute.
it("A JPEG image that exceeds the browser's message limit is refused at no charge, and the error names the remedy.", async () => {
  const url = new URL(await storePage(noiseOf(14_000)), origin).href;
  const { key } = await seedAccount();
  const api = createApi();
  const options = { format: "jpeg", image_quality: 100, full_page: true, timeout: 90_000 };

  const answer = await api.post("/v1/capture", { url, options }, { key });

  await expectError(answer, 422, "invalid_options", {
    "options.image_quality":
      "jpeg with image_quality 100 needs more than 24.5 MB for this screenshot; use png, a lower image_quality or full_page_max_height",
  });
  const usage = await (await api.get("/v1/screenshots/usage", { key })).json();
  expect(usage).toMatchObject({ data: { usage: 0 } });
}, 120_000);

it("A JPEG image of a tall page with few bytes is captured in one piece.", async () => {
  const options = { format: "jpeg", image_quality: 100, full_page: true } as const;
  const image = await captureImage("/bands.html?height=16000", options);
  expect(image).toMatchObject({ widthPx: 1280, heightPx: 16_000 });
});
