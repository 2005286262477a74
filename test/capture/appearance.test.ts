// dark_mode, omit_background, and the options that keep things off the page.
import { expect, it } from "vitest";
import { capture, capturePicture, fileOf } from "../support/capture.ts";
import { CLEAR, expectColour, GREEN, RED, WHITE } from "../support/image.ts";

/** The middle of the boxes of device.html. */
const dark: [number, number] = [50, 50];
const light: [number, number] = [50, 150];

it("dark_mode shows the dark colours of a page.", async () => {
  const picture = await capturePicture("/device.html", { dark_mode: true });

  expectColour(picture, dark, GREEN);
  expectColour(picture, light, RED);
});

it("dark_mode false shows the light colours of a page.", async () => {
  const picture = await capturePicture("/device.html", { dark_mode: false });

  expectColour(picture, dark, RED);
  expectColour(picture, light, GREEN);
});

it("A page without a background is white.", async () => {
  const picture = await capturePicture("/transparent.html");

  expectColour(picture, [50, 50], RED);
  expectColour(picture, [500, 500], WHITE);
});

it.each(["png", "webp"] as const)("A %s is transparent with omit_background.", async (format) => {
  const options = { omit_background: true, format };
  const picture = await capturePicture("/transparent.html", options);

  expectColour(picture, [50, 50], RED);
  expectColour(picture, [101, 50], CLEAR);
  expectColour(picture, [500, 500], CLEAR);
});

it("omit_background keeps the background of a page.", async () => {
  const picture = await capturePicture("/quarters.html", { omit_background: true });

  expectColour(picture, [960, 256], GREEN);
});

it("A JPEG ignores omit_background.", async () => {
  const picture = await capturePicture("/transparent.html", {
    omit_background: true,
    format: "jpeg",
  });

  expectColour(picture, [500, 500], WHITE);
});

it.each(["block_ads", "block_cookie_banners", "block_chats"])(
  "%s changes nothing on a page without such elements.",
  async (option) => {
    expectColour(await capturePicture("/quarters.html", { [option]: true }), [10, 10], RED);

    const answer = await capture("/quarters.html", { [option]: false });
    expect((await fileOf(answer)).byteLength).toBeGreaterThan(1000);
  },
);
