// Counts each request in its rate window (docs/decisions/credits-and-limits.md "Rate limits").
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { ANONYMOUS_REQUESTS_PER_MINUTE } from "../../contract/plans.ts";
import { LINK_PATH } from "../../contract/signed-link.ts";
import type { KeyHolder } from "../../domain/api-keys/authenticate.ts";
import type { KeyCount } from "../../domain/api-keys/count-request.ts";
import { keyLimitsOf } from "../../domain/rate-windows.ts";
import { networkOf } from "../../lib/network.ts";
import { type AppEnv, factory } from "../hono.ts";

type Window = { window: string; limit: number };

const MAX_KNOWN_WINDOWS = 1_000;
/** Every window has this length (limiter/window.ts). */
const WINDOW_SECONDS = 60;

type WindowState = { remaining: number; resetAtSeconds: number };

/** The latest state of windows in this isolate, by name. Responses that do not count repeat it. */
const latestStates = new Map<string, WindowState>();

/** Throws ServiceError(rate_limit_exceeded). Every response gets the rate limit headers. */
export function rateLimit() {
  return factory.createMiddleware(async function rateLimit(c, next) {
    const counting = countRequest(c);
    if (c.var.isCountedLate === true && isPlainRead(c)) {
      // The first request of a key reads while it counts, to save a wait. A refusal replaces the response.
      const [count] = await Promise.allSettled([counting, next()]);
      if (count.status === "rejected") throw count.reason;
      return;
    }
    await counting;
    await next();
  });
}

async function countRequest(c: Context<AppEnv>): Promise<void> {
  const { identity, link, counted } = c.var;
  if (typeof identity === "string") {
    await take(c, anonymousWindow(c));
  } else if (link !== undefined) {
    // Views of a link must not use up the requests of the owner. Captures count in captureNow().
    const window = `link:${link.signature}:${networkOfClient(c)}`;
    await take(c, { window, limit: ANONYMOUS_REQUESTS_PER_MINUTE });
  } else if (counted !== undefined) {
    const { keyLimit } = keyLimitsOf(identity);
    assertCounted(c, await withHeaders(c, keyLimit, counted), identity);
  }
}

/** Returns whether the request only reads. GET /v1/capture captures a page. */
function isPlainRead(c: Context<AppEnv>): boolean {
  return (c.req.method === "GET" || c.req.method === "HEAD") && c.req.path !== LINK_PATH;
}

/** Returns the window of requests without a valid key, which all clients of a network share. */
export function anonymousWindow(c: Context<AppEnv>): Window {
  return { window: `ip:${networkOfClient(c)}`, limit: ANONYMOUS_REQUESTS_PER_MINUTE };
}

/** Returns the window of a key. The object of its account counts in this window. */
export function keyWindow(keyId: string, limit: number): Window {
  return { window: `key:${keyId}`, limit };
}

/** Sets the rate limit headers of a response that does not count: the latest state that this isolate knows. */
export function describeWindow(c: Context<AppEnv>, { window, limit }: Window): void {
  const nowSeconds = secondsOf(c);
  const latest = latestStates.get(window);
  const isCurrent = latest !== undefined && latest.resetAtSeconds > nowSeconds;
  const fresh = { remaining: limit - 1, resetAtSeconds: nowSeconds + WINDOW_SECONDS };
  setHeaders(c, limit, isCurrent ? latest : fresh);
}

/** Counts the request and sets the rate limit headers. */
export async function take(c: Context<AppEnv>, { window, limit }: Window): Promise<void> {
  const counting = c.var.ctx.limiter.take(window, limit);
  assertAllowed(c, await withHeaders(c, limit, counting), { window, limit });
}

/** Sets the headers of a full window if the limiter fails, so that the error has headers and clients wait. */
async function withHeaders<T>(c: Context<AppEnv>, limit: number, counting: Promise<T>): Promise<T> {
  try {
    return await counting;
  } catch (error) {
    setHeaders(c, limit, { remaining: 0, resetAtSeconds: secondsOf(c) + WINDOW_SECONDS });
    throw error;
  }
}

/** Sets the headers of the key's window, unless the window of the account refuses the request. */
function assertCounted(c: Context<AppEnv>, { key, account }: KeyCount, holder: KeyHolder): void {
  const { keyLimit, accountLimit } = keyLimitsOf(holder);
  assertAllowed(c, key, keyWindow(holder.keyId, keyLimit));
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
  { window, limit }: Window,
): void {
  const state = { remaining, resetAtSeconds };
  rememberState(window, state);
  setHeaders(c, limit, state);
  if (!allowed) throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
}

function setHeaders(
  c: Context<AppEnv>,
  limit: number,
  { remaining, resetAtSeconds }: WindowState,
): void {
  c.header("X-RateLimit-Limit", String(limit));
  c.header("X-RateLimit-Remaining", String(remaining));
  c.header("X-RateLimit-Reset", String(resetAtSeconds));
}

/** Returns the current Unix time in seconds, rounded up. */
function secondsOf(c: Context<AppEnv>): number {
  return Math.ceil(c.var.ctx.clock().getTime() / 1000);
}

function rememberState(window: string, state: WindowState): void {
  // Inserting again moves the window to the end.
  latestStates.delete(window);
  latestStates.set(window, state);
  if (latestStates.size <= MAX_KNOWN_WINDOWS) return;
  const [oldest] = latestStates.keys();
  if (oldest !== undefined) latestStates.delete(oldest);
}

/** Returns the network of the client, which all local clients share. */
export function networkOfClient(c: Context<AppEnv>): string {
  return networkOf(c.req.header("CF-Connecting-IP") ?? "local");
}
