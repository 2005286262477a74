// The rectangles of a comparison whose content does not count.
import type { Run } from "./change-mask.ts";

export type Rectangle = { x: number; y: number; width: number; height: number };

/** Returns the parts of a row that no rectangle covers. */
export function visibleRuns(ignore: readonly Rectangle[], y: number, whole: Run): Run[] {
  let runs = [whole];
  for (const { x, y: top, width, height } of ignore)
    if (y >= top && y < top + height)
      runs = runs.flatMap((run) => subtract(run, { left: x, right: x + width }));
  return runs;
}

function subtract(run: Run, hole: Run): Run[] {
  return [
    { left: run.left, right: Math.min(run.right, hole.left) },
    { left: Math.max(run.left, hole.right), right: run.right },
  ].filter(({ left, right }) => left < right);
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

/** Fills the rectangles in both images with transparent black, so that they are equal. */
export function hide(ignore: readonly Rectangle[], rows: Rows): void {
  const { before, after, widthPx, top, fromRow, count } = rows;
  for (const { x, y, width, height } of ignore) {
    const right = Math.min(widthPx, x + width);
    if (x >= right) continue;
    const endRow = Math.min(top + count, y + height);
    for (let row = Math.max(top, y); row < endRow; row++) {
      const at = (fromRow + row - top) * widthPx;
      before.fill(0, (at + x) * 4, (at + right) * 4);
      after.fill(0, (at + x) * 4, (at + right) * 4);
    }
  }
}
