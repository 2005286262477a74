// The client of the RateLimiter objects.
import { retryOnce } from "../lib/retry-once.ts";
import type { KeyCount, KeyRequest, RateLimiter } from "./limiter-object.ts";
import type { RateLimitResult } from "./window.ts";

export type Limiter = {
  /** Counts one request in the named window, which allows `limit` requests per 60 seconds. */
  take: (window: string, limit: number) => Promise<RateLimitResult>;
  /** Counts one request of a key in the named window of its account, and in the month. */
  takeForKey: (window: string, request: KeyRequest) => Promise<KeyCount>;
  /** Removes a count of takeForKey(). */
  cancel: (window: string, keyId: string, at: number) => Promise<void>;
  /** Returns the number of requests of each key in the named window of an account. */
  countByKey: (window: string) => Promise<Record<string, number>>;
  /** Returns the allowed requests of each key in the current month, UTC. */
  countsInMonth: (window: string) => Promise<Record<string, number>>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  const at = (window: string) => namespace.getByName(window);
  return {
    take: (window, limit) => retryOnce(() => at(window).take(limit)),
    takeForKey: (window, request) => retryOnce(() => at(window).takeForKey(request)),
    cancel: (window, keyId, time) => retryOnce(() => at(window).cancel(keyId, time)),
    countByKey: (window) => retryOnce(() => at(window).countByKey()),
    countsInMonth: (window) => retryOnce(() => at(window).countsInMonth()),
  };
}
