// Runs pixelmatch on strips of columns, with breaks between them: a wide band of different pixels takes a fifth of a second.
import pixelmatch from "pixelmatch";
import type { Breaks } from "./breaks.ts";

/** Rows of both images in RGBA. `output`: receives the pixels that differ; all others are transparent. */
export type Band = {
  before: Uint8Array;
  after: Uint8Array;
  output: Uint8Array;
  widthPx: number;
  rows: number;
};

type MatchOptions = { threshold: number; antialiasing: boolean };

/** Pixels that are compared without interruption. */
const MAX_STRIP_PIXELS = 32_768;

/** Comparing a pixel that differs takes many times as long as decoding it. */
const DIFFERING_WEIGHT = 32;

/**
 * Pixelmatch reads two columns to the left and right of a pixel to recognize anti-aliasing. With this context, the result does
 * not depend on the strips.
 */
const CONTEXT_COLUMNS = 2;

/** Returns the number of pixels that differ. Pixels near the edges of strips may count twice. */
export async function matchPixels(
  band: Band,
  { threshold, antialiasing }: MatchOptions,
  breaks: Breaks,
): Promise<number> {
  const { widthPx, rows } = band;
  const stripPx = Math.max(1, Math.floor(MAX_STRIP_PIXELS / rows));
  const stripBytes = (Math.min(widthPx, stripPx) + 2 * CONTEXT_COLUMNS) * rows * 4;
  const strips = {
    before: new Uint8Array(stripBytes),
    after: new Uint8Array(stripBytes),
    output: new Uint8Array(stripBytes),
  };
  let total = 0;
  for (let left = 0; left < widthPx; left += stripPx) {
    const right = Math.min(widthPx, left + stripPx);
    const first = Math.max(0, left - CONTEXT_COLUMNS);
    const width = Math.min(widthPx, right + CONTEXT_COLUMNS) - first;
    const bytes = width * rows * 4;
    for (let row = 0; row < rows; row++) {
      const start = (row * widthPx + first) * 4;
      for (const image of ["before", "after"] as const)
        strips[image].set(band[image].subarray(start, start + width * 4), row * width * 4);
    }
    const output = strips.output.subarray(0, bytes).fill(0);
    const differing = pixelmatch(
      strips.after.subarray(0, bytes),
      strips.before.subarray(0, bytes),
      output,
      width,
      rows,
      { threshold, includeAA: antialiasing, diffMask: true, checkerboard: false },
    );
    for (let row = 0; row < rows; row++) {
      const from = (row * width + left - first) * 4;
      const to = (row * widthPx + left) * 4;
      band.output.set(output.subarray(from, from + (right - left) * 4), to);
    }
    total += differing;
    await breaks.after(width * rows + differing * DIFFERING_WEIGHT);
  }
  return total;
}
