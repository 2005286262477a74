// A grid of square cells with the bounds of the changed pixels in each cell.
import { type Box, join } from "./boxes.ts";

/** The numbers of a cell: left, top, right and bottom of its changed pixels, and their number. */
const FIELDS = 5;

export class CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** An empty cell has zero pixels. */
  readonly #cells: Int32Array;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#cells = new Int32Array(columns * rows * FIELDS);
  }

  /** Adds changed pixels of a cell. Allocates nothing: an image can have millions of runs. */
  add(column: number, row: number, { left, top, right, bottom, pixels }: Box): void {
    const cells = this.#cells;
    const at = (row * this.columns + column) * FIELDS;
    const isEmpty = cells[at + 4] === 0;
    if (isEmpty || left < cells[at]!) cells[at] = left;
    if (isEmpty || top < cells[at + 1]!) cells[at + 1] = top;
    if (right > cells[at + 2]!) cells[at + 2] = right;
    if (bottom > cells[at + 3]!) cells[at + 3] = bottom;
    cells[at + 4]! += pixels;
  }

  /**
   * Returns the bounds of each group of adjacent cells, including diagonal ones. Visits each cell once. Returns undefined if
   * the grid has more than `max` groups.
   */
  groups(max: number): Box[] | undefined {
    const boxes: Box[] = [];
    const seen = new Uint8Array(this.columns * this.rows);
    const open: number[] = [];
    const visit = (cell: number) => {
      if (seen[cell] === 1 || this.#isEmpty(cell)) return;
      seen[cell] = 1;
      open.push(cell);
    };
    for (let start = 0; start < seen.length; start++) {
      visit(start);
      let box: Box | undefined;
      for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
        if (box === undefined) boxes.push((box = this.#boxOf(cell)));
        else join(box, this.#boxOf(cell));
        const column = cell % this.columns;
        const first = column === 0 ? cell : cell - 1;
        const last = column === this.columns - 1 ? cell : cell + 1;
        for (let neighbor = first; neighbor <= last; neighbor++) {
          if (neighbor >= this.columns) visit(neighbor - this.columns);
          visit(neighbor);
          if (neighbor + this.columns < seen.length) visit(neighbor + this.columns);
        }
      }
      if (boxes.length > max) return undefined;
    }
    return boxes;
  }

  /** Returns a grid with cells of twice the side. */
  coarser(): CellGrid {
    const grid = new CellGrid(Math.ceil(this.columns / 2), Math.ceil(this.rows / 2));
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const cell = row * this.columns + column;
        if (!this.#isEmpty(cell)) grid.add(column >> 1, row >> 1, this.#boxOf(cell));
      }
    return grid;
  }

  #isEmpty(cell: number): boolean {
    return this.#cells[cell * FIELDS + 4] === 0;
  }

  #boxOf(cell: number): Box {
    const cells = this.#cells;
    const at = cell * FIELDS;
    return {
      left: cells[at]!,
      top: cells[at + 1]!,
      right: cells[at + 2]!,
      bottom: cells[at + 3]!,
      pixels: cells[at + 4]!,
    };
  }
}
