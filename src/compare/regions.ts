// Groups changed pixels into rectangles.

/** A rectangle of an image, in image pixels, and the number of changed pixels in it. */
export type Region = { x: number; y: number; width: number; height: number; pixels: number };

/** The side of a cell. Changed pixels are counted per cell, and adjacent cells form one region. */
const CELL_PX = 16;

/** Bounds of the changed pixels: the right and the bottom are exclusive. */
type Box = { left: number; top: number; right: number; bottom: number; pixels: number };

/** Collects changed pixels row by row. Memory grows with the image's cells, not with its pixels. */
export class RegionFinder {
  readonly #columns: number;
  readonly #cells = new Map<number, Box>();

  constructor(widthPx: number) {
    this.#columns = Math.ceil(widthPx / CELL_PX);
  }

  /** Adds the changed pixels of row `y` from `left` to `right` (exclusive). */
  addRun(y: number, left: number, right: number): void {
    const row = Math.floor(y / CELL_PX) * this.#columns;
    for (let x = left; x < right;) {
      const column = Math.floor(x / CELL_PX);
      const end = Math.min(right, (column + 1) * CELL_PX);
      const box = { left: x, top: y, right: end, bottom: y + 1, pixels: end - x };
      const cell = this.#cells.get(row + column);
      if (cell === undefined) this.#cells.set(row + column, box);
      else join(cell, box);
      x = end;
    }
  }

  /** Returns at most `max` rectangles, the one with the most changed pixels first. */
  regions(max: number): Region[] {
    let boxes = joinOverlapping(this.#connect());
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

  /** Joins adjacent cells, including diagonal ones. */
  #connect(): Box[] {
    const left = new Set(this.#cells.keys());
    const boxes: Box[] = [];
    for (const start of this.#cells.keys()) {
      if (!left.delete(start)) continue;
      const box = { ...this.#cells.get(start)! };
      const open = [start];
      for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
        for (const neighbor of this.#neighbors(cell)) {
          if (!left.delete(neighbor)) continue;
          join(box, this.#cells.get(neighbor)!);
          open.push(neighbor);
        }
      }
      boxes.push(box);
    }
    return boxes;
  }

  *#neighbors(cell: number): Generator<number> {
    const column = cell % this.#columns;
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        const inside = column + across >= 0 && column + across < this.#columns;
        if (inside && (down !== 0 || across !== 0)) yield cell + down * this.#columns + across;
      }
    }
  }
}

/** Joins boxes until no two of them overlap: a region may lie inside the bounds of another. */
function joinOverlapping(boxes: Box[]): Box[] {
  const joined = joinNear(boxes, 0);
  return joined.length < boxes.length ? joinOverlapping(joined) : joined;
}

/** Joins boxes whose distance is at most `gapPx`. Works from top to bottom, so that few boxes are compared. */
function joinNear(boxes: readonly Box[], gapPx: number): Box[] {
  const finished: Box[] = [];
  let open: Box[] = [];
  for (const box of boxes.toSorted((a, b) => a.top - b.top)) {
    finished.push(...open.filter(({ bottom }) => bottom + gapPx < box.top));
    open = open.filter(({ bottom }) => bottom + gapPx >= box.top);
    const near = open.find((other) => isNear(other, box, gapPx));
    if (near === undefined) open.push({ ...box });
    else join(near, box);
  }
  return [...finished, ...open];
}

function isNear(a: Box, b: Box, gapPx: number): boolean {
  return (
    a.left - gapPx <= b.right &&
    b.left - gapPx <= a.right &&
    a.top - gapPx <= b.bottom &&
    b.top - gapPx <= a.bottom
  );
}

function join(box: Box, other: Box): void {
  box.left = Math.min(box.left, other.left);
  box.top = Math.min(box.top, other.top);
  box.right = Math.max(box.right, other.right);
  box.bottom = Math.max(box.bottom, other.bottom);
  box.pixels += other.pixels;
}
