import { describe, expect, it } from "vitest";
import { joinedSize, planBands } from "../../../../src/capture/shoot/bands.ts";
import type { Rectangle } from "../../../../src/capture/shoot/bands.ts";

const page = { x: 0, y: 0, width: 1280, height: 50_000 };
const MAX_PIXELS = 3_000_000;

describe("the bands of a tall page", () => {
  it("Bands are as tall as the pixel limit allows, and the last band covers the rest.", () => {
    expect(planBands({ ...page, height: 5000 }, 1, 1280 * 2000)).toEqual([
      { x: 0, y: 0, width: 1280, height: 2000 },
      { x: 0, y: 2000, width: 1280, height: 2000 },
      { x: 0, y: 4000, width: 1280, height: 1000 },
    ]);
  });

  it("A small area has one band.", () => {
    const element = { x: 12.5, y: 300.25, width: 400, height: 300 };

    expect(planBands(element, 2, MAX_PIXELS)).toEqual([element]);
  });

  it("An evenly divisible height produces no empty band.", () => {
    expect(planBands({ ...page, height: 4000 }, 1, 1280 * 2000)).toHaveLength(2);
  });

  it("Bands keep the other properties of the area.", () => {
    const area = { x: 20, y: 100.5, width: 640, height: 9000, scale: 0.5 };

    for (const band of planBands(area, 1, MAX_PIXELS)) {
      expect(band).toMatchObject({ x: 20, width: 640, scale: 0.5 });
    }
    expect(planBands(area, 1, MAX_PIXELS)[0]?.y).toBe(100.5);
  });

  it("Bands cut off the fraction of a height, as Chromium does.", () => {
    expect(planBands({ ...page, height: 100.9 }, 1, MAX_PIXELS)).toEqual([
      { ...page, height: 100 },
    ]);
  });

  it("Bands are never empty.", () => {
    expect(planBands({ ...page, height: 3 }, 3, 1)).toHaveLength(3);
    expect(planBands({ ...page, height: 0.5 }, 1, MAX_PIXELS)).toEqual([{ ...page, height: 1 }]);
  });

  it.each([1, 1.1, 1.25, 1.3333, Math.SQRT2, 1.5, 1.75, 2, 2.05, 2.25, 2.625, 3])(
    "Bands cover the page without gap or overlap, within the allowed pixels, at factor %d.",
    (factor) => {
      const bands = planBands(page, factor, MAX_PIXELS);

      expect(heights(bands)).toBe(page.height);
      bands.forEach((band, i) => {
        expect(band.y).toBe(heights(bands.slice(0, i)));
        const { widthPx, heightPx } = joinedSize([band], factor);
        expect(widthPx * heightPx).toBeLessThanOrEqual(MAX_PIXELS);
      });
    },
  );

  it.each([1, 1.1, 1.25, 1.5, 1.75, 2, 2.05, 2.25, 2.63, 3])(
    "Bands have edges on whole device pixels at factor %d.",
    (factor) => {
      for (const { y } of planBands(page, factor, MAX_PIXELS)) {
        expect(Math.abs(y * factor - Math.round(y * factor))).toBeLessThan(1e-6);
      }
    },
  );

  it("Band edges are near whole device pixels at a factor with many decimals.", () => {
    for (const { y } of planBands(page, Math.SQRT2, MAX_PIXELS)) {
      expect(Math.abs(y * Math.SQRT2 - Math.round(y * Math.SQRT2))).toBeLessThan(0.02);
    }
  });
});

describe("the joined size", () => {
  it.each([1, 1.1, 1.5, 2, 2.25, 3])(
    "The joined size equals the size of one shot at factor %d.",
    (factor) => {
      const bands = planBands(page, factor, MAX_PIXELS);

      expect(joinedSize(bands, factor)).toEqual({
        widthPx: Math.round(1280 * factor),
        heightPx: Math.round(50_000 * factor),
      });
    },
  );

  // Heights that Chromium 153 returned.
  it.each([
    [1.3, 45, 58],
    [2.3, 25, 58],
    [2.05, 50, 103],
    [1.15, 750, 863],
    [1.005, 100, 101],
    [1, 100.9, 100],
    [2, 2000.5, 4000],
  ])(
    "The joined size is rounded as in Chromium: factor %d, height %d.",
    (factor, height, heightPx) => {
      expect(joinedSize([{ ...page, height }], factor).heightPx).toBe(heightPx);
    },
  );
});

function heights(bands: readonly Rectangle[]): number {
  return bands.reduce((sum, band) => sum + band.height, 0);
}
