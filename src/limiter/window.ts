// The arithmetic of the sliding window (docs/decisions/credits-and-limits.md "Rate limits").

export const WINDOW_MS = 60_000;

export type RateLimitResult = {
  allowed: boolean;
  /** Requests left in the window after this request. */
  remaining: number;
  /** Unix time in seconds at which the oldest request leaves the window. */
  resetAtSeconds: number;
  /** Whole seconds until the next request is allowed, at least 1. 0 if this request is allowed. */
  retryAfterSeconds: number;
};

/**
 * Checks a request at `nowMs`. `hits`: the earlier requests in the window as Unix time in milliseconds, oldest first.
 * Their number can exceed `limit` after an operator has lowered the limit.
 */
export function checkLimit(hits: readonly number[], limit: number, nowMs: number): RateLimitResult {
  const allowed = hits.length < limit;
  const oldest = hits[0] ?? nowMs;
  const resetAtSeconds = Math.ceil((oldest + WINDOW_MS) / 1000);
  if (allowed)
    return { allowed, remaining: limit - hits.length - 1, resetAtSeconds, retryAfterSeconds: 0 };

  // The next request is allowed when limit - 1 hits are left. A limit of 0 allows none.
  const blockingHit = hits[hits.length - limit] ?? nowMs;
  const waitMs = blockingHit + WINDOW_MS - nowMs;
  return {
    allowed,
    remaining: 0,
    resetAtSeconds,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}

/** Returns the hits of the 60 seconds before `nowMs`. */
export function hitsInWindow(hits: number[], nowMs: number): number[] {
  const first = hits.findIndex((hit) => hit > nowMs - WINDOW_MS);
  if (first === 0) return hits;
  return first === -1 ? [] : hits.slice(first);
}
