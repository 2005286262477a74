// Sliding-window arithmetic: what a request at this moment is told (SPEC.md "Limits").

export const WINDOW_MS = 60_000;

export type RateLimitResult = {
  allowed: boolean;
  /** Requests left in the window, after this one. */
  remaining: number;
  /** Unix seconds when the oldest hit leaves the window. */
  resetAtSeconds: number;
  /** Whole seconds, at least 1, after which a request would be allowed; 0 when this one is. */
  retryAfterSeconds: number;
};

/**
 * Judges a request at `nowMs`. `hits`: unix milliseconds of the requests that counted and are still in the
 * window, oldest first, without this one. There may be more of them than `limit`, when the limit was lowered.
 */
export function checkLimit(hits: readonly number[], limit: number, nowMs: number): RateLimitResult {
  const allowed = hits.length < limit;
  const oldest = hits[0] ?? nowMs;
  const resetAtSeconds = Math.ceil((oldest + WINDOW_MS) / 1000);
  if (allowed)
    return { allowed, remaining: limit - hits.length - 1, resetAtSeconds, retryAfterSeconds: 0 };

  // Room comes when only limit - 1 hits are left; with a limit of 0 it never does.
  const lastInTheWay = hits[hits.length - limit] ?? nowMs;
  const waitMs = lastInTheWay + WINDOW_MS - nowMs;
  return {
    allowed,
    remaining: 0,
    resetAtSeconds,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}

/** The hits that still count at `nowMs`. */
export function hitsInWindow(hits: readonly number[], nowMs: number): readonly number[] {
  const first = hits.findIndex((hit) => hit > nowMs - WINDOW_MS);
  if (first === 0) return hits;
  return first === -1 ? [] : hits.slice(first);
}
