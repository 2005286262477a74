// Finds a vertical shift between two images: rows that were inserted or removed at one place. Ignored rectangles are in
// pixels of the later image: content that they cover is neither equal nor different.
import { COVERED, type RowHashes, UNCOVERED } from "./row-hashes.ts";

/**
 * Row `fromRow` and all later rows of `after` equal the rows of `before` that are `byRows` higher (or lower, when
 * negative).
 */
export type Shift = { fromRow: number; byRows: number };

/** Of the rows that differ without the shift, at least this share must match with the shift. */
const MIN_EXPLAINED = 0.5;

/** Rows that occur more often, such as blank rows, do not identify a position. */
const MAX_OCCURRENCES = 4;

/**
 * Returns undefined when no single shift explains the difference: the images are equal, or the content itself changed.
 */
export function findShift(before: RowHashes, after: RowHashes): Shift | undefined {
  const pairs = new RowPairs(before, after);
  const shorter = Math.min(before.count, after.count);
  let first = 0;
  while (first < shorter && !pairs.differ(first, 0)) first++;
  if (first === shorter && before.count === after.count) return undefined;

  const byRows = mostFrequentOffset(before, after, first);
  if (byRows === undefined) return undefined;
  const from = first + Math.max(byRows, 0);
  const shifted = pairs.count(from, byRows);
  const explains =
    shifted.equal > pairs.count(from, 0).equal && shifted.equal >= shifted.compared * MIN_EXPLAINED;
  return explains ? { fromRow: startOfShift(pairs, first, byRows), byRows } : undefined;
}

/** Compares each row of `after` with the row of `before` that is `byRows` higher. */
class RowPairs {
  readonly before: RowHashes;
  readonly after: RowHashes;

  constructor(before: RowHashes, after: RowHashes) {
    this.before = before;
    this.after = after;
  }

  isIgnored(row: number): boolean {
    const coverage = this.after.coverage[row];
    return coverage === COVERED || (coverage !== UNCOVERED && this.after.free === undefined);
  }

  /** An ignored row differs only if it hides content that the rectangles did not cover in the earlier image. */
  differ(row: number, byRows: number): boolean {
    const earlier = row - byRows;
    if (!this.isIgnored(row)) return !this.#areEqual(row, earlier);
    return (
      this.before.coverage[earlier] === UNCOVERED &&
      this.before.whole[earlier] !== this.after.whole[row]
    );
  }

  /** Counts the rows of `after`, starting at `from`, that are not ignored. */
  count(from: number, byRows: number): { equal: number; compared: number } {
    let [equal, compared] = [0, 0];
    for (let row = from; row < this.after.count; row++) {
      if (this.isIgnored(row)) continue;
      compared++;
      if (this.#areEqual(row, row - byRows)) equal++;
    }
    return { equal, compared };
  }

  #areEqual(row: number, earlier: number): boolean {
    return this.after.coverage[row] === UNCOVERED
      ? this.before.whole[earlier] === this.after.whole[row]
      : this.before.free?.[earlier] === this.after.free?.[row];
  }
}

/**
 * Counts the distances between each distinctive row of `before` and the equal rows of `after`, and returns the most
 * frequent one.
 */
function mostFrequentOffset(before: RowHashes, after: RowHashes, from: number): number | undefined {
  const positions = new Map<number, number[]>();
  for (let row = from; row < after.count; row++) {
    const coverage = after.coverage[row];
    const content = coverage === UNCOVERED ? after.whole[row] : after.free?.[row];
    if (content === undefined || coverage === COVERED) continue;
    const known = positions.get(content);
    if (known === undefined) positions.set(content, [row]);
    else if (known.length <= MAX_OCCURRENCES) known.push(row);
  }
  const votes = new Map<number, number>();
  let winner: number | undefined;
  for (let row = from; row < before.count; row++) {
    for (const content of [before.whole[row]!, before.free?.[row]]) {
      const rows = content === undefined ? [] : (positions.get(content) ?? []);
      if (rows.length > MAX_OCCURRENCES) continue;
      for (const position of rows) {
        const offset = position - row;
        const count = (votes.get(offset) ?? 0) + 1;
        votes.set(offset, count);
        if (offset !== 0 && count > (winner === undefined ? 0 : votes.get(winner)!))
          winner = offset;
      }
    }
  }
  return winner;
}

/**
 * Returns the first row of `after` below the inserted or removed rows. Chooses the place with the fewest differences: rows
 * above it without the shift, rows below it with the shift, and inserted or removed rows that are not ignored.
 */
function startOfShift(pairs: RowPairs, first: number, byRows: number): number {
  const inserted = Math.max(byRows, 0);
  const gapRows = Math.abs(byRows);
  const { coverage } = inserted > 0 ? pairs.after : pairs.before;
  /** Returns the additional differences of the place below `row`, compared with the place above it. */
  const cost = (row: number) =>
    Number(pairs.differ(row, 0)) -
    Number(pairs.differ(row + inserted, byRows)) +
    Number(coverage[row + gapRows] !== COVERED) -
    Number(coverage[row] !== COVERED);

  let [differences, least, start] = [0, 0, first];
  for (let row = first; row + inserted < pairs.after.count; row++) {
    differences += cost(row);
    if (differences >= least) continue;
    [least, start] = [differences, row + 1];
  }
  // The rows may have been inserted or removed inside an ignored rectangle above the first difference. The rows between them
  // may be equal by chance, such as blank rows.
  differences = 0;
  for (let row = first - 1; row >= 0; row--) {
    differences -= cost(row);
    if (differences >= least) continue;
    [least, start] = [differences, row];
  }
  return start + inserted;
}
