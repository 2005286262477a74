// Slows down who guesses passwords. The windows are those of the rate limiter: a sliding minute.
import { networkOf } from "../../lib/network.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import type { Context } from "../context.ts";

/** Attempts a minute from one network, whatever logins it tries. */
const FROM_NETWORK = 20;
/** From one network on one login. */
const FROM_NETWORK_ON_LOGIN = 10;
/** On one login from wherever, but for browsers in which it has signed in before: those nobody can lock out. */
const ON_LOGIN = 100;

/** Counts one attempt. Returns the seconds to wait when there have been too many, otherwise undefined. */
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
  // One after the other: an attempt that is refused must not use up what others share.
  for (const [window, limit] of windows) {
    const { allowed, retryAfterSeconds } = await ctx.limiter.take(window, limit);
    if (!allowed) return retryAfterSeconds;
  }
  return undefined;
}
