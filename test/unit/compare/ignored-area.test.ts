import { expect, it, vi } from "vitest";
import { hide, type Rectangle, visibleRuns } from "../../../src/compare/ignored-area.ts";
import { RowHashes } from "../../../src/compare/row-hashes.ts";

it("The visible parts of a row are those that no rectangle covers, in any order of the rectangles.", () => {
  const rectangles = [
    { x: 60, y: 0, width: 100, height: 5 },
    { x: 10, y: 0, width: 30, height: 5 },
    { x: 20, y: 2, width: 25, height: 5 },
    { x: 12, y: 0, width: 3, height: 5 },
    { x: 200, y: 0, width: 5, height: 5 },
  ];
  const whole = { left: 5, right: 100 };
  for (const ignore of [rectangles, rectangles.toReversed()]) {
    expect(visibleRuns(ignore, 0, whole)).toEqual([
      { left: 5, right: 10 },
      { left: 40, right: 60 },
    ]);
    expect(visibleRuns(ignore, 3, whole)).toEqual([
      { left: 5, right: 10 },
      { left: 45, right: 60 },
    ]);
    expect(visibleRuns(ignore, 6, whole)).toEqual([
      { left: 5, right: 20 },
      { left: 45, right: 100 },
    ]);
  }
  expect(visibleRuns(rectangles, 0, { left: 70, right: 100 })).toEqual([]);
});

it("Overlapping rectangles are filled once.", () => {
  const [widthPx, count] = [40, 30];
  const bands = {
    before: new Uint8Array(widthPx * count * 4).fill(9),
    after: new Uint8Array(widthPx * count * 4).fill(9),
  };
  let filled = 0;
  for (const band of [bands.before, bands.after]) {
    const fill = band.fill.bind(band);
    vi.spyOn(band, "fill").mockImplementation((value, start = 0, end = 0) => {
      filled += end - start;
      return fill(value, start, end);
    });
  }
  const ignore = Array.from({ length: 100 }, () => ({ x: 10, y: 5, width: 1_000, height: 10 }));

  hide(ignore, { ...bands, widthPx, top: 0, fromRow: 0, count });

  expect(filled).toBe(2 * 30 * 10 * 4);
  for (const band of [bands.before, bands.after])
    for (let pixel = 0; pixel < widthPx * count; pixel++) {
      const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
      expect(band[pixel * 4]).toBe(x >= 10 && y >= 5 && y < 15 ? 0 : 9);
    }
});

it("The coverage of rows is computed once for rows between the edges of rectangles.", () => {
  let reads = 0;
  const ignore = Array.from({ length: 100 }, (_, i): Rectangle => ({
    x: i * 20,
    get y() {
      reads++;
      return i;
    },
    width: i === 0 ? 5_000 : 1,
    height: 40_000 - 2 * i,
  }));

  const { coverage } = new RowHashes(2_000, 50_000, ignore);

  // 200 edges times 100 rectangles, each read a few times. One computation for each row would read them 5,000,000 times.
  expect(reads).toBeLessThan(100_000);
  const [uncovered, partly, covered] = [0, 1, 2];
  expect(coverage[0]).toBe(covered);
  expect(coverage[39_999]).toBe(covered);
  expect(coverage[40_000]).toBe(uncovered);
  const small = new RowHashes(2_000, 20, [{ x: 3, y: 5, width: 4, height: 2 }]);
  expect([...small.coverage.subarray(4, 8)]).toEqual([uncovered, partly, partly, uncovered]);
});
