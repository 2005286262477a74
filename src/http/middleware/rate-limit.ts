// Counts each request in its rate window (docs/decisions/credits-and-limits.md "Rate limits").
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { ANONYMOUS_REQUESTS_PER_MINUTE } from "../../contract/plans.ts";
import type { KeyCount } from "../../domain/api-keys/count-request.ts";
import { keyLimitsOf } from "../../domain/rate-windows.ts";
import { networkOf } from "../../lib/network.ts";
import { type AppEnv, factory } from "../hono.ts";

/** Every window has this length (limiter/window.ts). */
const WINDOW_MS = 60_000;

type Window = { window: string; limit: number };

/** Throws ServiceError(rate_limit_exceeded). Every response gets the rate limit headers. */
export function rateLimit() {
  return factory.createMiddleware(async function rateLimit(c, next) {
    const { identity, link, counted } = c.var;
    if (typeof identity === "string") {
      await take(c, anonymousWindow(c));
    } else if (link !== undefined) {
      // Views of a link must not use up the requests of the owner. Captures count in captureNow().
      const window = `link:${link.signature}:${network(c)}`;
      await take(c, { window, limit: ANONYMOUS_REQUESTS_PER_MINUTE });
    } else if (counted !== undefined) {
      const limits = keyLimitsOf(identity);
      assertCounted(c, await withHeaders(c, limits.keyLimit, counted), limits);
    }
    await next();
  });
}

/** Returns the window of requests without a valid key, which all clients of a network share. */
export function anonymousWindow(c: Context<AppEnv>): Window {
  return { window: `ip:${network(c)}`, limit: ANONYMOUS_REQUESTS_PER_MINUTE };
}

/** Counts the request and sets the rate limit headers. */
export async function take(c: Context<AppEnv>, { window, limit }: Window): Promise<void> {
  assertAllowed(c, await withHeaders(c, limit, c.var.ctx.limiter.take(window, limit)), limit);
}

/** Sets the headers of a full window if the limiter fails, so that the error has headers and clients wait. */
async function withHeaders<T>(c: Context<AppEnv>, limit: number, counting: Promise<T>): Promise<T> {
  try {
    return await counting;
  } catch (error) {
    const resetAtMs = c.var.ctx.clock().getTime() + WINDOW_MS;
    setHeaders(c, { limit, remaining: 0, resetAtSeconds: Math.ceil(resetAtMs / 1000) });
    throw error;
  }
}

/** Sets the headers of the key's window, unless the window of the account refuses the request. */
function assertCounted(
  c: Context<AppEnv>,
  { key, account }: KeyCount,
  { keyLimit, accountLimit }: ReturnType<typeof keyLimitsOf>,
): void {
  assertAllowed(c, key, keyLimit);
  if (account.allowed) return;
  const { resetAtSeconds, retryAfterSeconds } = account;
  c.header("X-RateLimit-Remaining", "0");
  c.header("X-RateLimit-Reset", String(resetAtSeconds));
  throw new ServiceError("rate_limit_exceeded", {
    message:
      "The keys of the account send too many requests together. Retry after the seconds in Retry-After.",
    details: { limit: accountLimit },
    retryAfterSeconds,
  });
}

function assertAllowed(
  c: Context<AppEnv>,
  { allowed, remaining, resetAtSeconds, retryAfterSeconds }: KeyCount["key"],
  limit: number,
): void {
  setHeaders(c, { limit, remaining, resetAtSeconds });
  if (!allowed) throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
}

function setHeaders(
  c: Context<AppEnv>,
  { limit, remaining, resetAtSeconds }: Record<"limit" | "remaining" | "resetAtSeconds", number>,
): void {
  c.header("X-RateLimit-Limit", String(limit));
  c.header("X-RateLimit-Remaining", String(remaining));
  c.header("X-RateLimit-Reset", String(resetAtSeconds));
}

function network(c: Context<AppEnv>): string {
  return networkOf(c.req.header("CF-Connecting-IP") ?? "local");
}
