// The rectangles of a comparison whose content does not count.
import type { Run } from "./change-mask.ts";

export type Rectangle = { x: number; y: number; width: number; height: number };

/** Returns the parts of a row that no rectangle covers. */
export function visibleRuns(ignore: readonly Rectangle[], y: number, whole: Run): Run[] {
  const covering = ignore.filter(({ y: top, height }) => y >= top && y < top + height);
  const runs: Run[] = [];
  let { left } = whole;
  for (const { x, width } of covering.sort((a, b) => a.x - b.x)) {
    if (left >= whole.right) break;
    if (x > left) runs.push({ left, right: Math.min(x, whole.right) });
    left = Math.max(left, x + width);
  }
  if (left < whole.right) runs.push({ left, right: whole.right });
  return runs;
}

/**
 * Returns the rows at which a rectangle starts or ends, from top to bottom. In all rows between two of them, the same columns
 * are covered.
 */
export function edgeRows(ignore: readonly Rectangle[]): number[] {
  const rows = new Set(ignore.flatMap(({ y, height }) => [y, y + height]));
  return [...rows].sort((a, b) => a - b);
}

/** Rows of both images, four bytes per pixel. `count` rows from `fromRow` of the bands are the canvas rows from `top`. */
type Rows = {
  before: Uint8Array;
  after: Uint8Array;
  widthPx: number;
  top: number;
  fromRow: number;
  count: number;
};

/** Fills the rectangles in both images with transparent black, so that they are equal. Fills overlapping rectangles once. */
export function hide(ignore: readonly Rectangle[], rows: Rows): void {
  if (ignore.length === 0) return;
  const { before, after, widthPx, top, fromRow, count } = rows;
  for (let row = 0; row < count; row++) {
    const at = (fromRow + row) * widthPx;
    let left = 0;
    const end = { left: widthPx, right: widthPx };
    for (const run of [...visibleRuns(ignore, top + row, { left, right: widthPx }), end]) {
      before.fill(0, (at + left) * 4, (at + run.left) * 4);
      after.fill(0, (at + left) * 4, (at + run.left) * 4);
      left = run.right;
    }
  }
}
