// Finds a vertical shift between two images: rows that were inserted or removed at one place.

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
 * Compares one hash per row. Returns undefined when no single shift explains the difference: the images are equal, or
 * the content itself changed.
 */
export function findShift(before: Uint32Array, after: Uint32Array): Shift | undefined {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  if (first === shorter && before.length === after.length) return undefined;

  const byRows = mostFrequentOffset(before, after, first);
  if (byRows === undefined) return undefined;
  const from = first + Math.max(byRows, 0);
  const shifted = countEqual(before, after, from, byRows);
  const explains =
    shifted > countEqual(before, after, from, 0) &&
    shifted >= (after.length - from) * MIN_EXPLAINED;
  return explains ? { fromRow: startOfShift(before, after, first, byRows), byRows } : undefined;
}

/**
 * Counts the distances between each distinctive row of `before` and the equal rows of `after`, and returns the most
 * frequent one.
 */
function mostFrequentOffset(
  before: Uint32Array,
  after: Uint32Array,
  from: number,
): number | undefined {
  const positions = new Map<number, number[]>();
  for (let row = from; row < after.length; row++) {
    const known = positions.get(after[row]!);
    if (known === undefined) positions.set(after[row]!, [row]);
    else if (known.length <= MAX_OCCURRENCES) known.push(row);
  }
  const votes = new Map<number, number>();
  let winner: number | undefined;
  for (let row = from; row < before.length; row++) {
    const rows = positions.get(before[row]!) ?? [];
    if (rows.length > MAX_OCCURRENCES) continue;
    for (const position of rows) {
      const offset = position - row;
      const count = (votes.get(offset) ?? 0) + 1;
      votes.set(offset, count);
      if (offset !== 0 && count > (winner === undefined ? 0 : votes.get(winner)!)) winner = offset;
    }
  }
  return winner;
}

/** Counts the rows of `after`, starting at `from`, that equal the row of `before` that is `byRows` higher. */
function countEqual(before: Uint32Array, after: Uint32Array, from: number, byRows: number): number {
  let equal = 0;
  for (let row = from; row < after.length; row++) if (after[row] === before[row - byRows]) equal++;
  return equal;
}

/**
 * Returns the first row of `after` below the inserted or removed rows. Most rows above it match without the shift, and
 * most rows below it match with the shift.
 */
function startOfShift(
  before: Uint32Array,
  after: Uint32Array,
  first: number,
  byRows: number,
): number {
  const inserted = Math.max(byRows, 0);
  let agreeing = countEqual(before, after, first + inserted, byRows);
  let best = agreeing;
  let start = first;
  for (let row = first; row + inserted < after.length; row++) {
    if (before[row] === after[row]) agreeing++;
    if (after[row + inserted] === before[row + inserted - byRows]) agreeing--;
    if (agreeing > best) {
      best = agreeing;
      start = row + 1;
    }
  }
  return start + inserted;
}
