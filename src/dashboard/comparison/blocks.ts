// The parts of the earlier screenshot that moved up or down, so that both screenshots can be shown with equal content at the
// same height.
import type { Comparison } from "./find-comparison.ts";

/** Rows `y` to `y + height` of the earlier screenshot. In the later one, they are `movedBy` rows lower. */
export type Block = { y: number; height: number; movedBy: number };

/** Returns the blocks of the earlier screenshot without its removed rows. Returns none if nothing moved. */
export function blocksOf(
  { shiftedBy, shifts = shiftsOf(shiftedBy) }: Pick<Comparison, "shiftedBy" | "shifts">,
  heightPx: number,
): Block[] {
  if (shifts.length === 0) return [];
  const blocks: Block[] = [];
  let [top, movedBy] = [0, 0];
  for (const { y, rows } of shifts) {
    const bottom = y - movedBy;
    blocks.push({ y: top, height: bottom - top, movedBy });
    top = bottom + Math.max(0, -rows);
    movedBy += rows;
  }
  blocks.push({ y: top, height: heightPx - top, movedBy });
  return blocks.filter(({ height }) => height > 0);
}

/** Old comparisons have one shift, and its place is not stored. */
function shiftsOf(shiftedBy: number | undefined): { y: number; rows: number }[] {
  return shiftedBy === undefined ? [] : [{ y: 0, rows: shiftedBy }];
}

/** Returns the greatest numbers of rows by which a block moves up and down. */
export function furthestMoves(blocks: readonly Block[]): { up: number; down: number } {
  const moves = blocks.map(({ movedBy }) => movedBy);
  return { up: -Math.min(0, ...moves), down: Math.max(0, ...moves) };
}
