// Finds vertical shifts between two images: places at which rows were inserted or removed. Chooses the cheapest way to read
// both images from top to bottom, by dynamic programming over the distances at which equal rows were found. Ignored
// rectangles are in pixels of the later image: content that they cover is neither equal nor different.
import { Breaks } from "./breaks.ts";
import { COVERED, type RowHashes, UNCOVERED } from "./row-hashes.ts";
import { MAX_OCCURRENCES, RowPairs } from "./row-pairs.ts";

/**
 * `rows` > 0: rows `y` to `y + rows` of the later image were inserted. `rows` < 0: this number of rows of the earlier image
 * was removed above row `y` of the later image.
 */
export type Shift = { y: number; rows: number };

/**
 * `isRounding`: after a shift by a fraction of a pixel, browsers draw some content one row higher or lower than the other
 * content. The blank row above or below it is no change.
 */
export type RowShift = Shift & { isRounding: boolean };

/** The cost of a shift, in differing rows. A shift that explains fewer rows is less likely than a change in place. */
const SHIFT_COST = 12;
const ROUNDING_COST = 2;

/** The number of distances that are tried, and the limit of rows × distances, which bounds time and memory. */
const MAX_DISTANCES = 32;
const MAX_STATES = 4_000_000;

/** Rows between two checks for a break, and the pixels that take as long to decode as one distance of a row. */
const ROWS_AT_A_TIME = 1_024;
const STATE_WEIGHT = 8;

/**
 * Returns the shifts from top to bottom. Returns none if the images are equal or the content itself changed. Among equally
 * cheap places, the first row that differs is the place of a shift.
 */
export async function findShifts(before: RowHashes, after: RowHashes): Promise<RowShift[]> {
  const distances = likelyDistances(before, after);
  if (distances.length === 1) return [];
  const choices = await cheapestChoices(new RowPairs(before, after), distances);
  const shifts: RowShift[] = [];
  let current = distances.indexOf(0);
  /** The distance of the last shift that is no rounding. */
  let lastDistance = 0;
  for (let y = 0; y < after.count;) {
    const chosen = choices[y * distances.length + current]!;
    if (chosen === current) {
      y++;
      continue;
    }
    const [from, to] = [distances[current]!, distances[chosen]!];
    const isBlank = to > from ? isRepeated(after, y) : isRepeated(before, y - from);
    const isRounding = isStep(from, to) && Math.abs(to - lastDistance) <= 1 && isBlank;
    if (!isRounding) lastDistance = to;
    shifts.push({ y, rows: to - from, isRounding });
    y += Math.max(0, to - from);
    current = chosen;
  }
  return shifts;
}

/** Returns the shifts without roundings. */
export function withoutRoundings(shifts: readonly RowShift[]): Shift[] {
  let [distance, lastDistance] = [0, 0];
  return shifts.flatMap(({ y, rows, isRounding }) => {
    distance += rows;
    const moved = distance - lastDistance;
    if (isRounding || moved === 0) return [];
    lastDistance = distance;
    return [{ y, rows: moved }];
  });
}

/** Returns the distance by which the most rows of the later image moved. */
export function mainDistance(shifts: readonly Shift[], heightPx: number): number {
  const rowsOf = new Map<number, number>();
  let distance = 0;
  for (const [i, { y, rows }] of shifts.entries()) {
    distance += rows;
    const end = shifts[i + 1]?.y ?? heightPx;
    const moved = end - y - Math.max(0, rows);
    if (distance !== 0) rowsOf.set(distance, (rowsOf.get(distance) ?? 0) + moved);
  }
  const [most] = [...rowsOf].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}

/**
 * Returns whether a row of the later image, which the shifted earlier image lacks, looks like the earlier image at the same
 * place or like its last row, such as the background below the content.
 */
export function looksLikeEnd(before: RowHashes, after: RowHashes, row: number): boolean {
  if (row >= before.count) return false;
  const content = after.whole[row];
  return content === before.whole[row] || content === before.whole[before.count - 1];
}

/** Returns whether content that has moved can be at both distances because of rounding. */
function isStep(from: number, to = 0): boolean {
  return from !== 0 && to !== 0 && Math.abs(to - from) === 1;
}

function isRepeated({ whole }: RowHashes, row: number): boolean {
  return whole[row] === whole[row - 1] || whole[row] === whole[row + 1];
}

/**
 * Returns, for each row of the later image and each distance, the index of the next distance on the cheapest way to the last
 * row: the same one to compare the row with the row of the earlier image at this distance, a greater one to insert rows, and
 * a smaller one to remove rows.
 */
async function cheapestChoices(pairs: RowPairs, distances: readonly number[]): Promise<Uint8Array> {
  const { count } = pairs.after;
  const choices = new Uint8Array(count * distances.length);
  /** The cost from the next row to the last row, for each distance. */
  const costs = new Float64Array(distances.length);
  // An insertion continues with the same row of the earlier image. For each of its rows: the cheapest continuation.
  const insertionCosts = new Float64Array(count - distances[0]! + 1).fill(Infinity);
  const insertionChoices = new Uint8Array(insertionCosts.length);
  const breaks = new Breaks();
  for (let y = count - 1; y >= 0; y--) {
    if (y % ROWS_AT_A_TIME === 0)
      await breaks.after(ROWS_AT_A_TIME * distances.length * STATE_WEIGHT);
    let [removalCost, removalChoice] = [Infinity, 0];
    const inserted = pairs.insertedBefore[y]!;
    for (const [i, distance] of distances.entries()) {
      const earlier = y - distance;
      if (earlier < 0) break;
      const removed = pairs.removedBefore[earlier] ?? Infinity;
      let jumpCost = insertionCosts[earlier]! - inserted + SHIFT_COST;
      let jumpChoice = insertionChoices[earlier]!;
      if (removalCost - removed + SHIFT_COST < jumpCost) {
        jumpCost = removalCost - removed + SHIFT_COST;
        jumpChoice = removalChoice;
      }
      if (isStep(distance, distances[i + 1])) {
        // costs[i + 1] is still the cost from the next row, and costs[i - 1] is the cost from this row.
        const cost = costs[i + 1]! + pairs.insertedBefore[y + 1]! - inserted + ROUNDING_COST;
        if (cost < jumpCost) [jumpCost, jumpChoice] = [cost, i + 1];
      }
      if (isStep(distance, distances[i - 1])) {
        const removedBelow = pairs.removedBefore[earlier + 1] ?? Infinity;
        const cost = costs[i - 1]! + removedBelow - removed + ROUNDING_COST;
        if (cost < jumpCost) [jumpCost, jumpChoice] = [cost, i - 1];
      }
      const difference = pairs.costOf(y, earlier);
      const keepCost = costs[i]! + difference;
      const isKept = keepCost < jumpCost || (keepCost === jumpCost && difference === 0);
      const cost = Math.min(keepCost, jumpCost);
      choices[y * distances.length + i] = isKept ? i : jumpChoice;
      costs[i] = cost;
      if (cost + inserted < insertionCosts[earlier]!) {
        insertionCosts[earlier] = cost + inserted;
        insertionChoices[earlier] = i;
      }
      if (cost + removed < removalCost) [removalCost, removalChoice] = [cost + removed, i];
    }
  }
  return choices;
}

/**
 * Counts the distances between each distinctive row of `before` and the equal rows of `after`. Rows that are equal in place
 * need no shift. Returns 0 and the most frequent distances in ascending order.
 */
function likelyDistances(before: RowHashes, after: RowHashes): number[] {
  const isInPlace = (row: number) => before.whole[row] === after.whole[row];
  const positions = new Map<number, number[]>();
  for (let row = 0; row < after.count; row++) {
    const coverage = after.coverage[row];
    const content = coverage === UNCOVERED ? after.whole[row] : after.free?.[row];
    if (content === undefined || coverage === COVERED || isInPlace(row)) continue;
    const known = positions.get(content);
    if (known === undefined) positions.set(content, [row]);
    else if (known.length <= MAX_OCCURRENCES) known.push(row);
  }
  const votes = new Map<number, number>();
  for (let row = 0; row < before.count; row++) {
    if (isInPlace(row)) continue;
    for (const content of [before.whole[row], before.free?.[row]]) {
      const rows = content === undefined ? undefined : positions.get(content);
      if (rows === undefined || rows.length > MAX_OCCURRENCES) continue;
      for (const position of rows) votes.set(position - row, (votes.get(position - row) ?? 0) + 1);
    }
  }
  votes.delete(0);
  const max = Math.min(MAX_DISTANCES, Math.floor(MAX_STATES / after.count)) - 1;
  const repeated = [...votes].filter(([, count]) => count > 1);
  const frequent = repeated.sort(([, a], [, b]) => b - a).slice(0, Math.max(1, max));
  return [0, ...frequent.map(([distance]) => distance)].sort((a, b) => a - b);
}
