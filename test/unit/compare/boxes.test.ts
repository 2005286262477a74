import { expect, it } from "vitest";
import { type Box, joinTouching } from "../../../src/compare/boxes.ts";
import { CellGrid } from "../../../src/compare/cell-grid.ts";

function box(left: number, top: number, right: number, bottom: number): Box {
  return { left, top, right, bottom, pixels: 1 };
}

/** Returns bars of which each touches the common bounds of all bars before it, and none of these bars. */
function spiralOf(count: number): Box[] {
  let [left, top, right, bottom] = [1_000, 1_000, 1_010, 1_010];
  const bars = [box(left, top, right, bottom)];
  while (bars.length < count) {
    bars.push(box(right - 1, bottom - 2, right + 8, bottom - 1));
    right += 8;
    bars.push(box(right - 2, top - 8, right - 1, top + 1));
    top -= 8;
    bars.push(box(left - 8, top + 1, left + 1, top + 2));
    left -= 8;
    bars.push(box(left + 1, bottom - 1, left + 2, bottom + 8));
    bottom += 8;
  }
  return bars;
}

/** Joins the boxes and counts the compared pairs. */
function joinAndCount(boxes: Box[]) {
  let pairs = 0;
  const joined = joinTouching(boxes, (a, b) => {
    pairs++;
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
  });
  return { joined, pairs };
}

it("Boxes are joined until none of them touch, and their pixels are added.", () => {
  const { joined } = joinAndCount([
    box(0, 50, 10, 60),
    box(30, 0, 40, 5),
    box(10, 20, 20, 50),
    box(15, 21, 18, 22),
  ]);
  expect(joined).toEqual([
    { left: 30, top: 0, right: 40, bottom: 5, pixels: 1 },
    { left: 0, top: 20, right: 20, bottom: 60, pixels: 3 },
  ]);
});

it("Boxes of which each touches only the joined ones are compared at most 2 n² times.", () => {
  const spiral = spiralOf(400);
  for (const boxes of [spiral, spiral.toReversed()]) {
    const { joined, pairs } = joinAndCount(boxes);
    expect(joined).toHaveLength(1);
    expect(pairs).toBeLessThanOrEqual(2 * boxes.length ** 2);
  }
  const apart = Array.from({ length: 400 }, (_, i) => box(i * 2, 0, i * 2 + 1, 1));
  const { joined, pairs } = joinAndCount(apart);
  expect(joined).toHaveLength(400);
  expect(pairs).toBeLessThanOrEqual(400 ** 2 / 2);
});

it("A grid returns at most the maximum number of groups, and a coarser grid has fewer groups.", () => {
  let grid = new CellGrid(201, 101);
  for (let row = 0; row < 101; row += 2)
    for (let column = 0; column < 201; column += 2)
      grid.add(column, row, box(column * 16, row * 16, column * 16 + 1, row * 16 + 1));

  expect(grid.groups(51 * 101)).toHaveLength(51 * 101);
  expect(grid.groups(51 * 101 - 1)).toBeUndefined();
  grid = grid.coarser();
  expect(grid.groups(1)).toEqual([
    { left: 0, top: 0, right: 3201, bottom: 1601, pixels: 51 * 101 },
  ]);
});
