// Counts each request in its rate window (docs/decisions/credits-and-limits.md "Rate limits").
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { ANONYMOUS_REQUESTS_PER_MINUTE } from "../../contract/plans.ts";
import { rateWindowOf } from "../../domain/api-keys/authenticate.ts";
import { accountWindowOf } from "../../domain/rate-windows.ts";
import { networkOf } from "../../lib/network.ts";
import { type AppEnv, factory } from "../hono.ts";

/** `inMonth`: also count the request in the current month. */
type Window = { window: string; limit: number; inMonth?: boolean };

/** Throws ServiceError(rate_limit_exceeded). Every response gets the rate limit headers. */
export function rateLimit() {
  return factory.createMiddleware(async function rateLimit(c, next) {
    const { identity, link } = c.var;
    if (typeof identity === "string") {
      await take(c, anonymousWindow(c));
    } else if (link === undefined) {
      const { keyId, limits } = identity;
      const window = rateWindowOf(keyId);
      await take(c, { window, limit: limits.requestsPerMinute, inMonth: true });
      await takeQuietly(c, accountWindowOf(identity));
    } else {
      // Views of a link must not use up the requests of the owner. Captures count in captureNow().
      const window = `link:${link.signature}:${network(c)}`;
      await take(c, { window, limit: ANONYMOUS_REQUESTS_PER_MINUTE });
    }
    await next();
  });
}

/** Returns the window of requests without a valid key, which all clients of a network share. */
export function anonymousWindow(c: Context<AppEnv>): Window {
  return { window: `ip:${network(c)}`, limit: ANONYMOUS_REQUESTS_PER_MINUTE };
}

/** Counts the request and sets the rate limit headers. */
export async function take(
  c: Context<AppEnv>,
  { window, limit, inMonth = false }: Window,
): Promise<void> {
  const result = await c.var.ctx.limiter.take(window, limit, { inMonth });
  const { allowed, remaining, resetAtSeconds, retryAfterSeconds } = result;
  c.header("X-RateLimit-Limit", String(limit));
  c.header("X-RateLimit-Remaining", String(remaining));
  c.header("X-RateLimit-Reset", String(resetAtSeconds));
  if (!allowed) throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
}

/**
 * Counts the request in another window. The headers keep the values of the first window, unless this window refuses the
 * request.
 */
async function takeQuietly(c: Context<AppEnv>, { window, limit }: Window): Promise<void> {
  const { allowed, resetAtSeconds, retryAfterSeconds } = await c.var.ctx.limiter.take(
    window,
    limit,
  );
  if (allowed) return;
  c.header("X-RateLimit-Remaining", "0");
  c.header("X-RateLimit-Reset", String(resetAtSeconds));
  throw new ServiceError("rate_limit_exceeded", {
    message:
      "The keys of the account send too many requests together. Retry after the seconds in Retry-After.",
    details: { limit },
    retryAfterSeconds,
  });
}

function network(c: Context<AppEnv>): string {
  return networkOf(c.req.header("CF-Connecting-IP") ?? "local");
}
