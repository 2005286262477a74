// Limits password attempts per minute, with the sliding windows of the rate limiter.
import { networkOf } from "../../lib/network.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import type { Context } from "../context.ts";

/** Attempts per minute from one network, on all logins. */
const FROM_NETWORK = 20;
/** Attempts per minute from one network on one login. */
const FROM_NETWORK_ON_LOGIN = 10;
/** Attempts per minute on one login. Trusted browsers are exempt, so that an attacker cannot lock out the user. */
const ON_LOGIN = 100;

/** Counts one attempt. Returns the seconds to wait after too many attempts, otherwise undefined. */
export async function throttle(
  ctx: Context,
  request: Request,
  email: string,
): Promise<number | undefined> {
  const network = networkOf(request.headers.get("CF-Connecting-IP") ?? "local");
  const login = await sha256Hex(email.toLowerCase());
  const windows = [
    [`sign-in:${network}`, FROM_NETWORK],
    [`sign-in:${network}:${login}`, FROM_NETWORK_ON_LOGIN],
  ] as [window: string, limit: number][];
  if (!(await ctx.identity.isTrustedBrowser(request, email)))
    windows.push([`sign-in:${login}`, ON_LOGIN]);
  // Run in sequence: a rejected attempt must not count in the windows that other clients share.
  for (const [window, limit] of windows) {
    const { allowed, retryAfterSeconds } = await ctx.limiter.take(window, limit);
    if (!allowed) return retryAfterSeconds;
  }
  return undefined;
}
