// The limiter as the edges use it: one call for each request.
import type { RateLimiter } from "./limiter-object.ts";
import type { Verdict } from "./window.ts";

export type Limiter = {
  /** Counts one request in the named window, which admits `limit` of them in 60 seconds. */
  take: (window: string, limit: number) => Promise<Verdict>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  const take = (window: string, limit: number) => namespace.getByName(window).take(limit);
  return {
    take: (window, limit) =>
      take(window, limit).catch((error: unknown) => {
        // An object that moved to a new version of the code answers when asked again.
        if (isRetryable(error)) return take(window, limit);
        throw error;
      }),
  };
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}
