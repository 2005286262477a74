// Durations in buckets: percentiles are exact to 2.5 per cent.
import fc from "fast-check";
import { expect, it } from "vitest";
import { bucketOf, quantileOf } from "../../../src/lib/duration-buckets.ts";

it("A percentile differs from the exact one by 2.5 per cent at most.", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 50, max: 600_000 }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95),
      (durations, quantile) => {
        const counts = new Map<string, number>();
        for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
        const sorted = durations.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(quantile * sorted.length) - 1] ?? 0;
        const found = quantileOf(counts, quantile) ?? 0;
        expect(Math.abs(found - exact) / exact).toBeLessThanOrEqual(0.0251);
      },
    ),
  );
});

it("Very short and very long durations have a bucket. Without durations, there is no percentile.", () => {
  expect(bucketOf(0)).toBe("b0");
  expect(bucketOf(1e12)).toBe("b400");
  expect(quantileOf(new Map(), 0.5)).toBeUndefined();
});
