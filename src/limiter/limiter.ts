// The client of the RateLimiter objects.
import { retryOnce } from "../lib/retry-once.ts";
import type { RateLimiter } from "./limiter-object.ts";
import type { RateLimitResult } from "./window.ts";

export type Limiter = {
  /**
   * Counts one request in the named window, which allows `limit` requests per 60 seconds. `inMonth`: also counts it for
   * countInMonth().
   */
  take: (window: string, limit: number, options?: { inMonth: boolean }) => Promise<RateLimitResult>;
  /** Returns the number of requests in the named window. */
  count: (window: string) => Promise<number>;
  /** Returns the number of allowed requests in the current month, UTC. */
  countInMonth: (window: string) => Promise<number>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  return {
    take: (window, limit, options) =>
      retryOnce(() => namespace.getByName(window).take(limit, options)),
    countInMonth: (window) => retryOnce(() => namespace.getByName(window).countInMonth()),
    count: (window) => retryOnce(() => namespace.getByName(window).count()),
  };
}
