// Counts durations in buckets, so that the percentiles of many captures need no list of all durations.

/** The first bucket contains the durations up to this one. */
const SMALLEST_MS = 50;

/** Each bucket is wider than the one before by this factor. A percentile is therefore exact to 2.5 per cent. */
const GROWTH = 1.05;

/** The last bucket, which contains all longer durations. No capture takes that long. */
const MAX_BUCKET = 400;

/** Returns the name of the bucket of a duration. */
export function bucketOf(durationMs: number): string {
  const steps = Math.ceil(
    Math.log(Math.max(durationMs, SMALLEST_MS) / SMALLEST_MS) / Math.log(GROWTH),
  );
  return `b${Math.min(steps, MAX_BUCKET)}`;
}

/** Returns the duration in milliseconds that the share `quantile` of all counted durations does not exceed, if any are counted. */
export function quantileOf(
  counts: ReadonlyMap<string, number>,
  quantile: number,
): number | undefined {
  const buckets = [...counts]
    .map(([name, count]) => ({ step: Number(name.slice(1)), count }))
    .toSorted((a, b) => a.step - b.step);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { step, count } of buckets) {
    counted += count;
    // The result is the middle of the bucket.
    if (counted >= quantile * total) return SMALLEST_MS * GROWTH ** (step - 0.5);
  }
  return undefined;
}
