// Compares two PNG images pixel by pixel, in bands of rows, so that a page of 50,000 px fits into a Worker's memory.
import pixelmatch from "pixelmatch";
import { findShift, type Shift } from "./alignment.ts";
import { ChangeCollector, type Rectangle } from "./change-collector.ts";
import { dim } from "./greys.ts";
import { clearMovedEdges } from "./moved-edges.ts";
import type { ChangeMask } from "./change-mask.ts";
import type { PngRows } from "./png-rows.ts";
import type { Region } from "./regions.ts";
import { RowFeed } from "./row-feed.ts";

export type CompareOptions = {
  /** Perceived colour distance from which a pixel counts as changed, 0 to 1. */
  threshold: number;
  /** Rectangles of the later image whose content does not count. */
  ignore: readonly Rectangle[];
  /** Whether pixels that differ only by anti-aliasing count as changed. */
  antialiasing: boolean;
  /** Counts only pixels that also changed in this comparison. */
  within?: ChangeMask;
};

export type ImageComparison = {
  /** Size of the canvas: the union of both images. */
  widthPx: number;
  heightPx: number;
  /** Changed pixels. Pixels that only one image has count as changed. */
  pixels: number;
  /** At most 50 rectangles of the later image, the one with the most changed pixels first. */
  regions: Region[];
  /** Rows by which the content below an insertion (positive) or a removal (negative) moved. */
  shiftedBy?: number;
  mask: ChangeMask;
  /** The canvas of the later image in greys, for the diff image, unless it is large. */
  greys?: Uint8Array;
};

/** Opens an image for one pass from its first to its last row. A comparison needs one or two passes. */
export type OpenImage = () => Promise<PngRows>;

/** Of canvases up to this size, the greys are kept: decoding the image again for the diff image would take longer. */
const MAX_KEPT_PIXELS = 12_000_000;

/** Rows that are compared in one call. */
const BAND_ROWS = 128;

/**
 * Pixelmatch reads two rows above and below a pixel to recognize anti-aliasing. With this context, the result does not
 * depend on the bands.
 */
const CONTEXT_ROWS = 2;

/** Throws UnreadablePng when an image cannot be decoded. */
export async function compareImages(
  openBefore: OpenImage,
  openAfter: OpenImage,
  options: CompareOptions,
): Promise<ImageComparison> {
  const inPlace = await runPass(await openBefore(), await openAfter(), options);
  const { beforeHashes, afterHashes, ...comparison } = inPlace;
  if (comparison.pixels === 0) return comparison;
  const shift = findShift(beforeHashes, afterHashes);
  if (shift === undefined) return comparison;
  const aligned = await runPass(await openBefore(), await openAfter(), options, shift);
  const { beforeHashes: _before, afterHashes: _after, ...result } = aligned;
  return { ...result, shiftedBy: shift.byRows };
}

type Pass = ImageComparison & { beforeHashes: Uint32Array; afterHashes: Uint32Array };

async function runPass(
  before: PngRows,
  after: PngRows,
  options: CompareOptions,
  shift: Shift = { fromRow: 0, byRows: 0 },
): Promise<Pass> {
  const widthPx = Math.max(before.widthPx, after.widthPx);
  const heightPx = Math.max(before.heightPx + shift.byRows, after.heightPx);
  const gapAt = shift.fromRow - Math.max(shift.byRows, 0);
  const feeds = {
    before: new RowFeed(before, widthPx, { at: gapAt, rows: shift.byRows }),
    after: new RowFeed(after, widthPx),
  };
  const beforeHashes = new Uint32Array(before.heightPx);
  const afterHashes = new Uint32Array(after.heightPx);
  const found = new ChangeCollector(widthPx, heightPx, options);
  const narrowerPx = Math.min(before.widthPx, after.widthPx);
  // A band contains its rows and the context rows above and below.
  const bandRows = BAND_ROWS + 2 * CONTEXT_ROWS;
  const bands = {
    before: new Uint8Array(bandRows * widthPx * 4),
    after: new Uint8Array(bandRows * widthPx * 4),
    output: new Uint8Array(bandRows * widthPx * 4),
  };
  const pixels = widthPx * heightPx;
  const greys = pixels <= MAX_KEPT_PIXELS ? new Uint8Array(pixels) : undefined;
  const missing = new Set<number>();
  let [firstRow, endRow] = [0, 0];

  try {
    for (let top = 0; top < heightPx; top += BAND_ROWS) {
      // The last rows of the previous band are the first rows of this band.
      const overlapRow = Math.max(0, top - CONTEXT_ROWS);
      const kept = endRow - overlapRow;
      for (const band of [bands.before, bands.after])
        band.copyWithin(
          0,
          (overlapRow - firstRow) * widthPx * 4,
          (endRow - firstRow) * widthPx * 4,
        );
      firstRow = overlapRow;
      endRow = Math.min(heightPx, top + BAND_ROWS + CONTEXT_ROWS);
      const rowsInBand = endRow - firstRow;
      const filled = rowsInBand - kept;
      await feeds.before.read(bands.before, kept, filled, (row) => missing.add(row));
      await feeds.after.read(bands.after, kept, filled, (row) => missing.add(row));
      if (greys !== undefined) {
        const added = new Uint32Array(bands.after.buffer, kept * widthPx * 4, filled * widthPx);
        dim(added, greys.subarray((firstRow + kept) * widthPx));
      }
      hideIgnored(bands, options.ignore, { widthPx, top: firstRow + kept, fromRow: kept, filled });
      hashRows(bands.before, widthPx, kept, filled, beforeHashes, firstRow);
      hashRows(bands.after, widthPx, kept, filled, afterHashes, firstRow);

      const bytes = rowsInBand * widthPx * 4;
      const output = bands.output.subarray(0, bytes);
      output.fill(0);
      const differing = pixelmatch(
        bands.after.subarray(0, bytes),
        bands.before.subarray(0, bytes),
        output,
        widthPx,
        rowsInBand,
        {
          threshold: options.threshold,
          includeAA: options.antialiasing,
          diffMask: true,
          checkerboard: false,
        },
      );
      const bottom = Math.min(heightPx, top + BAND_ROWS);
      if (differing > 0 && !options.antialiasing) {
        const decided = { firstRow: top - firstRow, endRow: bottom - firstRow };
        clearMovedEdges({ ...bands, drawn: output, widthPx, rows: rowsInBand, ...decided });
      }
      for (let y = top; y < bottom; y++) {
        if (missing.delete(y)) found.addRow(y, 0);
        else {
          const row = output.subarray((y - firstRow) * widthPx * 4);
          if (differing > 0) found.addDrawn(y, row, narrowerPx);
          if (narrowerPx < widthPx) found.addRow(y, narrowerPx);
        }
      }
    }
  } finally {
    await Promise.all([feeds.before.close(), feeds.after.close()]);
  }
  // The later image does not contain removed rows. Count them at the row from which they were removed.
  if (shift.byRows < 0) found.addRemoved(gapAt, -shift.byRows);
  const result = { widthPx, heightPx, ...found.result(), beforeHashes, afterHashes };
  return greys === undefined ? result : { ...result, greys };
}

type NewRows = { widthPx: number; top: number; fromRow: number; filled: number };

/** Fills the ignored rectangles of both images with transparent black, so that they are equal. */
function hideIgnored(
  { before, after }: { before: Uint8Array; after: Uint8Array },
  ignore: readonly Rectangle[],
  { widthPx, top, fromRow, filled }: NewRows,
): void {
  for (const { x, y, width, height } of ignore) {
    const right = Math.min(widthPx, x + width);
    if (x >= right) continue;
    const firstRow = Math.max(top, y);
    const endRow = Math.min(top + filled, y + height);
    for (let row = firstRow; row < endRow; row++) {
      const at = (fromRow + row - top) * widthPx;
      before.fill(0, (at + x) * 4, (at + right) * 4);
      after.fill(0, (at + x) * 4, (at + right) * 4);
    }
  }
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Stores one FNV-1a hash for each row of the image, computed over the whole pixels of both halves at the same time. */
function hashRows(
  band: Uint8Array,
  widthPx: number,
  fromRow: number,
  count: number,
  hashes: Uint32Array,
  bandTop: number,
): void {
  const pixels = new Uint32Array(band.buffer, band.byteOffset, band.length / 4);
  for (let row = fromRow; row < fromRow + count && bandTop + row < hashes.length; row++) {
    const half = widthPx >> 1;
    const start = row * widthPx;
    let [left, right] = [FNV_OFFSET, FNV_OFFSET];
    for (let i = start; i < start + half; i++) {
      left = Math.imul(left ^ pixels[i]!, FNV_PRIME);
      right = Math.imul(right ^ pixels[i + half]!, FNV_PRIME);
    }
    if (widthPx > half * 2) right = Math.imul(right ^ pixels[start + widthPx - 1]!, FNV_PRIME);
    hashes[bandTop + row] = Math.imul(left, FNV_PRIME) ^ right;
  }
}
