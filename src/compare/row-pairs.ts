// The cost of comparing, inserting and removing rows while two images are aligned.
import { COVERED, type RowHashes, UNCOVERED } from "./row-hashes.ts";

/** Rows that occur more often, such as blank rows, do not identify a position. They also count less than other rows. */
export const MAX_OCCURRENCES = 4;
const REPEATED_WEIGHT = 1 / 16;

/** Compares rows of the later image with rows of the earlier image. */
export class RowPairs {
  readonly before: RowHashes;
  readonly after: RowHashes;
  readonly #weights: { before: Float64Array; after: Float64Array };
  /** The cost of inserting all rows of the later image above a row, and of removing all rows of the earlier image above it. */
  readonly insertedBefore: Float64Array;
  readonly removedBefore: Float64Array;

  constructor(before: RowHashes, after: RowHashes) {
    this.before = before;
    this.after = after;
    this.#weights = { before: weightsOf(before), after: weightsOf(after) };
    this.insertedBefore = sumsOf(this.#weights.after, after);
    this.removedBefore = sumsOf(this.#weights.before, before);
  }

  /** Returns 0 for equal rows. The row `earlier` may be below the end of the earlier image. */
  costOf(row: number, earlier: number): number {
    const weight = this.#weights.before[earlier] ?? 0;
    if (!this.#isIgnored(row))
      return this.#areEqual(row, earlier) ? 0 : Math.max(weight, this.#weights.after[row]!);
    // An ignored row differs only if it hides content that the rectangles did not cover in the earlier image.
    const hides =
      this.before.coverage[earlier] === UNCOVERED &&
      this.before.whole[earlier] !== this.after.whole[row];
    return hides ? weight : 0;
  }

  #isIgnored(row: number): boolean {
    const coverage = this.after.coverage[row];
    return coverage === COVERED || (coverage !== UNCOVERED && this.after.free === undefined);
  }

  #areEqual(row: number, earlier: number): boolean {
    return this.after.coverage[row] === UNCOVERED
      ? this.before.whole[earlier] === this.after.whole[row]
      : this.before.free?.[earlier] === this.after.free?.[row];
  }
}

function weightsOf({ whole }: RowHashes): Float64Array {
  const counts = new Map<number, number>();
  for (const content of whole) counts.set(content, (counts.get(content) ?? 0) + 1);
  const weights = new Float64Array(whole.length);
  for (const [row, content] of whole.entries())
    weights[row] = counts.get(content)! > MAX_OCCURRENCES ? REPEATED_WEIGHT : 1;
  return weights;
}

/** Returns the sum of the weights above each row. Covered rows cost nothing. */
function sumsOf(weights: Float64Array, { coverage }: RowHashes): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  for (const [row, weight] of weights.entries())
    sums[row + 1] = sums[row]! + (coverage[row] === COVERED ? 0 : weight);
  return sums;
}
