// Hashes of the rows of an image, with which equal rows of two images are found. Contains the whole content of the rows,
// because a shift can move content out of an ignored rectangle.
import type { Run } from "./change-mask.ts";
import { edgeRows, type Rectangle, visibleRuns } from "./ignored-area.ts";

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** How much of a row the ignored rectangles cover. */
export const [UNCOVERED, COVERED] = [0, 2];
const PARTLY_COVERED = 1;

export class RowHashes {
  readonly #widthPx: number;
  /** The columns that no rectangle covers in any row. */
  readonly #freeColumns: readonly Run[];
  /** One hash of each whole row. */
  readonly whole: Uint32Array;
  /** One hash of the free columns of each row. Undefined without rectangles, and if no column is free. */
  readonly free: Uint32Array | undefined;
  /** How much of each row the rectangles cover, if they are at the same coordinates in this image. */
  readonly coverage: Uint8Array;

  /** `widthPx`: the width of the canvas. `heightPx`: the height of the image. */
  constructor(widthPx: number, heightPx: number, ignore: readonly Rectangle[]) {
    this.#widthPx = widthPx;
    this.whole = new Uint32Array(heightPx);
    this.coverage = new Uint8Array(heightPx);
    const row = { left: 0, right: widthPx };
    const edges = edgeRows(ignore);
    for (const [i, y] of edges.entries()) {
      const runs = visibleRuns(ignore, y, row);
      const isUncovered = runs[0]?.left === 0 && runs[0].right === widthPx;
      if (!isUncovered)
        this.coverage.fill(runs.length === 0 ? COVERED : PARTLY_COVERED, y, edges[i + 1]);
    }
    const columns = ignore.map((rectangle) => ({ ...rectangle, y: 0, height: 1 }));
    this.#freeColumns = visibleRuns(columns, 0, row);
    const hasFree = ignore.length > 0 && this.#freeColumns.length > 0;
    this.free = hasFree ? new Uint32Array(heightPx) : undefined;
  }

  get count(): number {
    return this.whole.length;
  }

  /** Adds `count` rows of a band, from `fromRow`. The first row of the band is row `bandTop` of the canvas. */
  add(band: Uint8Array, fromRow: number, count: number, bandTop: number): void {
    const pixels = new Uint32Array(band.buffer, band.byteOffset, band.length / 4);
    const endRow = Math.min(fromRow + count, this.count - bandTop);
    for (let row = fromRow; row < endRow; row++) {
      const start = row * this.#widthPx;
      this.whole[bandTop + row] = hashOf(pixels, start, start + this.#widthPx);
      if (this.free === undefined) continue;
      let hash = FNV_OFFSET;
      for (const { left, right } of this.#freeColumns)
        hash = Math.imul(hash, FNV_PRIME) ^ hashOf(pixels, start + left, start + right);
      this.free[bandTop + row] = hash;
    }
  }
}

/** Returns the FNV-1a hash of whole pixels, computed over both halves at the same time. */
function hashOf(pixels: Uint32Array, start: number, end: number): number {
  const half = (end - start) >> 1;
  let [left, right] = [FNV_OFFSET, FNV_OFFSET];
  for (let i = start; i < start + half; i++) {
    left = Math.imul(left ^ pixels[i]!, FNV_PRIME);
    right = Math.imul(right ^ pixels[i + half]!, FNV_PRIME);
  }
  if (end - start > half * 2) right = Math.imul(right ^ pixels[end - 1]!, FNV_PRIME);
  return Math.imul(left, FNV_PRIME) ^ right;
}
