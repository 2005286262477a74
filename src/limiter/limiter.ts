// The client of the RateLimiter objects.
import { retryOnce } from "../lib/retry-once.ts";
import type { RateLimiter } from "./limiter-object.ts";
import type { RateLimitResult } from "./window.ts";

export type Limiter = {
  /** Counts one request in the named window, which allows `limit` requests per 60 seconds. */
  take: (window: string, limit: number) => Promise<RateLimitResult>;
  /** Returns the number of requests in the named window. */
  count: (window: string) => Promise<number>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  return {
    take: (window, limit) => retryOnce(() => namespace.getByName(window).take(limit)),
    count: (window) => retryOnce(() => namespace.getByName(window).count()),
  };
}
