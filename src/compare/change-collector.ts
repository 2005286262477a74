// Collects which pixels of two images differ, row by row: their number, their mask and their regions.
import { ChangeMask, type Run } from "./change-mask.ts";
import { type Rectangle, visibleRuns } from "./ignored-area.ts";
import { RegionFinder } from "./regions.ts";

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
    this.#regions = new RegionFinder(widthPx, heightPx);
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
    const whole = { left, right: this.#widthPx };
    for (const run of visibleRuns(this.#ignore, y, whole)) this.#add(y, run);
  }

  /**
   * Adds rows that the later image lacks. Only row `y`, from which they were removed, can be marked. The others are only
   * counted. `partsOf` returns the parts of a removed row that count.
   */
  addRemoved(y: number, rows: readonly number[], partsOf: (row: number) => Run[]): void {
    const [marked, ...others] = rows;
    if (marked !== undefined) for (const run of partsOf(marked)) this.#add(y, run);
    for (const row of others)
      for (const run of partsOf(row))
        for (const { left, right } of this.#countedPartsOf(y, run)) this.#pixels += right - left;
  }

  result() {
    return {
      pixels: this.#pixels,
      regions: this.#regions.regions(MAX_REGIONS),
      mask: this.#mask,
    };
  }

  #add(y: number, whole: Run): void {
    for (const run of this.#countedPartsOf(y, whole)) this.#addRun(y, run);
  }

  #countedPartsOf(y: number, run: Run): Run[] {
    return this.#within === undefined ? [run] : this.#within.intersect(y, run);
  }

  #addRun(y: number, run: Run): void {
    this.#pixels += run.right - run.left;
    this.#mask.add(y, run);
    this.#regions.addRun(y, run.left, run.right);
  }
}
