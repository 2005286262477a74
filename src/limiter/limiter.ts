// The limiter as the edges use it: one call for each request.
import type { RateLimiter } from "./limiter-object.ts";
import type { Verdict } from "./window.ts";

export type Limiter = {
  /** Counts one request in the named window, which admits `limit` of them in 60 seconds. */
  take: (window: string, limit: number) => Promise<Verdict>;
  /** How many requests count in the named window now. */
  count: (window: string) => Promise<number>;
};

export function createLimiter(namespace: DurableObjectNamespace<RateLimiter>): Limiter {
  return {
    take: (window, limit) => twice(() => namespace.getByName(window).take(limit)),
    count: (window) => twice(() => namespace.getByName(window).count()),
  };
}

async function twice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // An object that moved to a new version of the code answers when asked again.
    if (isRetryable(error)) return ask();
    throw error;
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}
