// The limiter as the edges use it: one call for each request.
import { retryOnce } from "../lib/retry-once.ts";
import type { RateLimiter } from "./limiter-object.ts";
import type { RateLimitResult } from "./window.ts";

export type Limiter = {
  /** Counts one request in the named window, which admits `limit` of them in 60 seconds. */
  take: (window: string, limit: number) => Promise<RateLimitResult>;
  /** How many requests count in the named window now. */
  count: (window: string) => Promise<number>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  return {
    take: (window, limit) => retryOnce(() => namespace.getByName(window).take(limit)),
    count: (window) => retryOnce(() => namespace.getByName(window).count()),
  };
}
