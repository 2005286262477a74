// Collects which pixels of two images differ, row by row: their number, their mask and their regions.
import { ChangeMask, type Run } from "./change-mask.ts";
import { RegionFinder } from "./regions.ts";

export type Rectangle = { x: number; y: number; width: number; height: number };

const MAX_REGIONS = 50;

export class ChangeCollector {
  readonly #widthPx: number;
  readonly #ignore: readonly Rectangle[];
  readonly #within: ChangeMask | undefined;
  readonly #mask: ChangeMask;
  readonly #regions: RegionFinder;
  #pixels = 0;

  constructor(
    widthPx: number,
    heightPx: number,
    { ignore, within }: { ignore: readonly Rectangle[]; within?: ChangeMask },
  ) {
    this.#widthPx = widthPx;
    this.#ignore = ignore;
    this.#within = within;
    this.#mask = new ChangeMask(widthPx, heightPx);
    this.#regions = new RegionFinder(widthPx);
  }

  /** Adds the pixels left of `right` that pixelmatch drew in a row of its output. */
  addDrawn(y: number, row: Uint8Array, right: number): void {
    let left: number | undefined;
    for (let x = 0; x <= right; x++) {
      const isDrawn = x < right && row[x * 4 + 3] !== 0;
      if (isDrawn) left ??= x;
      else if (left !== undefined) {
        this.#add(y, { left, right: x });
        left = undefined;
      }
    }
  }

  /** Adds a row from `left` to its end, apart from the ignored rectangles. */
  addRow(y: number, left: number): void {
    let runs: Run[] = [{ left, right: this.#widthPx }];
    for (const { x, width } of this.#ignore.filter((rectangle) => covers(rectangle, y)))
      runs = runs.flatMap((run) => subtract(run, { left: x, right: x + width }));
    for (const run of runs) this.#add(y, run);
  }

  addRemoved(y: number, rows: number): void {
    if (this.#within !== undefined && !this.#within.has(0, y)) return;
    this.#add(y, { left: 0, right: this.#widthPx });
    this.#pixels += (rows - 1) * this.#widthPx;
  }

  result() {
    return {
      pixels: this.#pixels,
      regions: this.#regions.regions(MAX_REGIONS),
      mask: this.#mask,
    };
  }

  #add(y: number, whole: Run): void {
    const runs = this.#within === undefined ? [whole] : this.#within.intersect(y, whole);
    for (const run of runs) this.#addRun(y, run);
  }

  #addRun(y: number, run: Run): void {
    this.#pixels += run.right - run.left;
    this.#mask.add(y, run);
    this.#regions.addRun(y, run.left, run.right);
  }
}

function covers({ y: top, height }: Rectangle, y: number): boolean {
  return y >= top && y < top + height;
}

function subtract(run: Run, hole: Run): Run[] {
  return [
    { left: run.left, right: Math.min(run.right, hole.left) },
    { left: Math.max(run.left, hole.right), right: run.right },
  ].filter(({ left, right }) => left < right);
}
