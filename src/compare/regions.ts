// Groups changed pixels into rectangles.
import { joinNear, joinTouching } from "./boxes.ts";
import { CellGrid } from "./cell-grid.ts";

/** A rectangle of an image, in image pixels, and the number of changed pixels in it. */
export type Region = { x: number; y: number; width: number; height: number; pixels: number };

/** The side of a cell. Changed pixels are counted per cell, and adjacent cells form one region. */
const CELL_PX = 16;

/** Of more groups of cells, larger cells are joined: the time to join boxes grows with the square of their number. */
const MAX_GROUPS = 2_000;

/** Collects changed pixels row by row. Memory grows with the image's cells, not with its pixels. */
export class RegionFinder {
  readonly #grid: CellGrid;

  constructor(widthPx: number, heightPx: number) {
    this.#grid = new CellGrid(Math.ceil(widthPx / CELL_PX), Math.ceil(heightPx / CELL_PX));
  }

  /** Adds the changed pixels of row `y` from `left` to `right` (exclusive). */
  addRun(y: number, left: number, right: number): void {
    const row = Math.floor(y / CELL_PX);
    for (let x = left; x < right;) {
      const column = Math.floor(x / CELL_PX);
      const end = Math.min(right, (column + 1) * CELL_PX);
      this.#grid.add(column, row, { left: x, top: y, right: end, bottom: y + 1, pixels: end - x });
      x = end;
    }
  }

  /** Returns at most `max` rectangles, the one with the most changed pixels first. */
  regions(max: number): Region[] {
    let grid = this.#grid;
    let groups = grid.groups(MAX_GROUPS);
    for (; groups === undefined; groups = grid.groups(MAX_GROUPS)) grid = grid.coarser();
    let boxes = joinTouching(groups);
    for (let gapPx = CELL_PX * 2; boxes.length > max; gapPx *= 2) boxes = joinNear(boxes, gapPx);
    return boxes
      .toSorted((a, b) => b.pixels - a.pixels)
      .map(({ left, top, right, bottom, pixels }) => ({
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
        pixels,
      }));
  }
}
