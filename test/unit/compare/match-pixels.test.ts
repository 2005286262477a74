import pixelmatch from "pixelmatch";
import { expect, it, vi } from "vitest";
import { Breaks } from "../../../src/compare/breaks.ts";
import { matchPixels } from "../../../src/compare/match-pixels.ts";

const rows = 20;

/** Diagonal lines with soft edges, which pixelmatch recognizes as anti-aliasing. `shiftPx` may be a fraction. */
function drawLines(widthPx: number, shiftPx: number): Uint8Array {
  const image = new Uint8Array(widthPx * rows * 4).fill(255);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < widthPx; x++) {
      const distance = Math.abs(((x + y + shiftPx) % 11) - 5);
      const grey = Math.round(255 * Math.min(1, distance / 1.5));
      image.fill(grey, (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
    }
  return image;
}

function createBand(widthPx: number) {
  const before = drawLines(widthPx, 0);
  return {
    before,
    after: drawLines(widthPx, 0.6),
    output: new Uint8Array(before.length),
    widthPx,
    rows,
  };
}

it.each([1, 1_638, 1_639, 1_640, 1_641, 5_000])(
  "The pixels that differ in a band of %i px do not depend on the strips.",
  async (widthPx) => {
    for (const antialiasing of [false, true]) {
      const band = createBand(widthPx);
      const whole = new Uint8Array(band.output.length);
      const options = { threshold: 0.1, includeAA: antialiasing, diffMask: true };
      const expected = pixelmatch(band.after, band.before, whole, widthPx, rows, options);
      const matched = { threshold: 0.1, antialiasing };
      expect((await matchPixels(band, matched, new Breaks())) > 0).toBe(expected > 0);
      expect(band.output).toEqual(whole);
    }
  },
);

it("Other requests run after every strip whose pixels differ.", async () => {
  const band = createBand(5_000);
  const breaks = new Breaks();
  const after = vi.spyOn(breaks, "after");
  await matchPixels(band, { threshold: 0.1, antialiasing: true }, breaks);
  expect(after).toHaveBeenCalledTimes(4);
});
