// dark_mode, omit_background, and the effect of block_* options on a page without blocked elements.
import { expect, it } from "vitest";
import { capture, captureImage, fileOf } from "../support/capture.ts";
import { CLEAR, expectColour, GREEN, RED, WHITE } from "../support/image.ts";

/** The center of each box of device.html. */
const dark: [number, number] = [50, 50];
const light: [number, number] = [50, 150];

it("dark_mode shows the dark colours of a page.", async () => {
  const image = await captureImage("/device.html", { dark_mode: true });

  expectColour(image, dark, GREEN);
  expectColour(image, light, RED);
});

it("dark_mode false shows the light colours of a page.", async () => {
  const image = await captureImage("/device.html", { dark_mode: false });

  expectColour(image, dark, RED);
  expectColour(image, light, GREEN);
});

it("A page without a background is white.", async () => {
  const image = await captureImage("/transparent.html");

  expectColour(image, [50, 50], RED);
  expectColour(image, [500, 500], WHITE);
});

it.each(["png", "webp"] as const)("A %s is transparent with omit_background.", async (format) => {
  const options = { omit_background: true, format };
  const image = await captureImage("/transparent.html", options);

  expectColour(image, [50, 50], RED);
  expectColour(image, [101, 50], CLEAR);
  expectColour(image, [500, 500], CLEAR);
});

it("omit_background keeps the background of a page.", async () => {
  const image = await captureImage("/quarters.html", { omit_background: true });

  expectColour(image, [960, 256], GREEN);
});

it("A JPEG ignores omit_background.", async () => {
  const image = await captureImage("/transparent.html", {
    omit_background: true,
    format: "jpeg",
  });

  expectColour(image, [500, 500], WHITE);
});

it.each(["block_ads", "block_cookie_banners", "block_chats"])(
  "%s changes nothing on a page without such elements.",
  async (option) => {
    expectColour(await captureImage("/quarters.html", { [option]: true }), [10, 10], RED);

    const answer = await capture("/quarters.html", { [option]: false });
    expect((await fileOf(answer)).byteLength).toBeGreaterThan(1000);
  },
);
