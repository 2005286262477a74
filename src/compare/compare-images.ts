// Compares two PNG images pixel by pixel, in bands of rows, so that a page of 50,000 px fits into a Worker's memory.
import {
  findShifts,
  looksLikeEnd,
  mainDistance,
  type RowShift,
  type Shift,
  withoutRoundings,
} from "./alignment.ts";
import { Breaks } from "./breaks.ts";
import { ChangeCollector } from "./change-collector.ts";
import { dim } from "./greys.ts";
import { hide, type Rectangle, visibleRuns } from "./ignored-area.ts";
import { clearMovedEdges } from "./moved-edges.ts";
import type { ChangeMask } from "./change-mask.ts";
import { matchPixels } from "./match-pixels.ts";
import type { PngRows, PngSize } from "./png-rows.ts";
import type { Region } from "./regions.ts";
import { RowFeed } from "./row-feed.ts";
import { RowHashes } from "./row-hashes.ts";

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
  /** Where rows were inserted or removed, from top to bottom. Empty if nothing moved. */
  shifts: readonly Shift[];
  /** Rows by which most of the content that moved moved down (positive) or up (negative). */
  shiftedBy?: number;
  mask: ChangeMask;
  /** The canvas of the later image in greys, for the diff image, unless it is large. */
  greys?: Uint8Array;
};

/** Opens an image for one pass from its first to its last row. A comparison needs one or two passes. */
export type OpenImage = () => Promise<PngRows>;

/** Of canvases up to this size, the greys are kept: decoding the image again for the diff image would take longer. */
const MAX_KEPT_PIXELS = 12_000_000;

/** Rows and pixels that are compared in one call, without interruption. Wide canvases have fewer rows in a band. */
const MAX_BAND_ROWS = 128;
const MIN_BAND_ROWS = 16;
const MAX_BAND_PIXELS = 262_144;

/** Looking for moved edges takes several times as long for a pixel that differs as decoding it. */
const DIFFERING_WEIGHT = 8;

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
  const open = async () => ({ before: await openBefore(), after: await openAfter() });
  const images = await open();
  const hashesOf = ({ heightPx }: PngRows) =>
    new RowHashes(unionOf(images).widthPx, heightPx, options.ignore);
  const hashes = { before: hashesOf(images.before), after: hashesOf(images.after) };
  const inPlace = await runPass(images, options, [], hashes);
  // The pixels of `within` belong to the shifted comparison, so they may be equal without the shifts.
  if (inPlace.pixels === 0 && options.within === undefined) return inPlace;
  const shifts = await findShifts(hashes.before, hashes.after);
  if (shifts.length === 0) return inPlace;
  const aligned = await runPass(await open(), options, shifts, hashes);
  const shiftedBy = mainDistance(aligned.shifts, hashes.after.count);
  return { ...aligned, shiftedBy };
}

type Images = { before: PngRows; after: PngRows };

function unionOf({ before, after }: Images) {
  return {
    widthPx: Math.max(before.widthPx, after.widthPx),
    heightPx: Math.max(before.heightPx, after.heightPx),
  };
}

type Hashes = { before: RowHashes; after: RowHashes };

/** Compares the images after the shifts. A pass without shifts stores the hashes of all rows in `hashes`. */
async function runPass(
  { before, after }: Images,
  options: CompareOptions,
  shifts: readonly RowShift[],
  hashes: Hashes,
): Promise<ImageComparison> {
  const { widthPx, heightPx } = unionOf({ before, after });
  const feeds = {
    before: new RowFeed(before, widthPx, shifts),
    after: new RowFeed(after, widthPx),
  };
  const { ignore } = options;
  const found = new ChangeCollector(widthPx, heightPx, options);
  const narrowerPx = Math.min(before.widthPx, after.widthPx);
  // A band contains its rows and the context rows above and below.
  const bandRows = bandRowsOf(widthPx);
  const bandBytes = (bandRows + 2 * CONTEXT_ROWS) * widthPx * 4;
  const bands = {
    before: new Uint8Array(bandBytes),
    after: new Uint8Array(bandBytes),
    output: new Uint8Array(bandBytes),
  };
  const breaks = new Breaks();
  const pixels = widthPx * heightPx;
  const greys = pixels <= MAX_KEPT_PIXELS ? new Uint8Array(pixels) : undefined;
  const missing = { before: new Set<number>(), after: new Set<number>() };
  const earlierEnd = before.heightPx + sumOf(shifts);
  const rounded = new Set(
    shifts.filter(({ isRounding, rows }) => isRounding && rows > 0).map(({ y }) => y),
  );
  let newRowsAtEnd = 0;
  let [firstRow, endRow] = [0, 0];

  try {
    for (let top = 0; top < heightPx; top += bandRows) {
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
      endRow = Math.min(heightPx, top + bandRows + CONTEXT_ROWS);
      const rowsInBand = endRow - firstRow;
      const filled = rowsInBand - kept;
      await feeds.before.read(bands.before, kept, filled, (row) => missing.before.add(row));
      await feeds.after.read(bands.after, kept, filled, (row) => missing.after.add(row));
      if (greys !== undefined) {
        const added = new Uint32Array(bands.after.buffer, kept * widthPx * 4, filled * widthPx);
        dim(added, greys.subarray((firstRow + kept) * widthPx));
      }
      if (shifts.length === 0) {
        hashes.before.add(bands.before, kept, filled, firstRow);
        hashes.after.add(bands.after, kept, filled, firstRow);
      }
      hide(ignore, { ...bands, widthPx, top: firstRow + kept, fromRow: kept, count: filled });

      const output = bands.output.subarray(0, rowsInBand * widthPx * 4);
      const band = { ...bands, output, widthPx, rows: rowsInBand };
      const differing = await matchPixels(band, options, breaks);
      const bottom = Math.min(heightPx, top + bandRows);
      if (differing > 0 && !options.antialiasing) {
        const decided = { firstRow: top - firstRow, endRow: bottom - firstRow };
        clearMovedEdges({ ...bands, drawn: output, widthPx, rows: rowsInBand, ...decided });
        await breaks.after(rowsInBand * widthPx + differing * DIFFERING_WEIGHT);
      }
      for (let y = top; y < bottom; y++) {
        const [isNew, isMissing] = [missing.before.delete(y), missing.after.delete(y)];
        if (!isNew && !isMissing) {
          const row = output.subarray((y - firstRow) * widthPx * 4);
          if (differing > 0) found.addDrawn(y, row, narrowerPx);
          if (narrowerPx < widthPx) found.addRow(y, narrowerPx);
        } else if (!isNew || !isMissing) {
          const isAtEnd = isNew && y >= earlierEnd;
          if (isAtEnd ? looksLikeEnd(hashes.before, hashes.after, y) : rounded.has(y)) continue;
          if (isAtEnd) newRowsAtEnd++;
          found.addRow(y, 0);
        }
      }
    }
  } finally {
    await Promise.all([feeds.before.close(), feeds.after.close()]);
  }
  addRemovedRows(found, shifts, { widthPx, heightPx, ignore, newRowsAtEnd });
  const result = { widthPx, heightPx, shifts: withoutRoundings(shifts), ...found.result() };
  return greys === undefined ? result : { ...result, greys };
}

/** Returns a power of two, so that the cells of moved edges are the same in most widths. */
function bandRowsOf(widthPx: number): number {
  const rows = 2 ** Math.floor(Math.log2(MAX_BAND_PIXELS / widthPx));
  return Math.min(MAX_BAND_ROWS, Math.max(MIN_BAND_ROWS, rows));
}

function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { rows }) => sum + rows, 0);
}

/** Marks and counts the removed rows. New rows at the lower end replace removed rows, so that each changed row counts once. */
function addRemovedRows(
  found: ChangeCollector,
  shifts: readonly RowShift[],
  canvas: PngSize & Pick<CompareOptions, "ignore"> & { newRowsAtEnd: number },
): void {
  const { widthPx, heightPx, ignore } = canvas;
  let replacing = canvas.newRowsAtEnd;
  let distance = 0;
  for (const { y, rows, isRounding } of shifts) {
    const first = y - distance;
    const partsOf = (row: number) => visibleRuns(ignore, row, { left: 0, right: widthPx });
    const removed = Array.from(
      { length: isRounding ? 0 : Math.max(0, -rows) },
      (_, row) => first + row,
    ).filter((row) => partsOf(row).length > 0);
    const replaced = Math.max(0, Math.min(replacing, removed.length - 1));
    replacing -= replaced;
    found.addRemoved(Math.min(y, heightPx - 1), removed.slice(replaced), partsOf);
    distance += rows;
  }
}
