// Slows down who guesses passwords. The windows are those of the rate limiter: a sliding minute.
import { sha256Hex } from "../../lib/secrets.ts";
import type { Context } from "../context.ts";

/** Attempts a minute from one client address, and on one login from wherever. */
const ATTEMPTS_FROM_ADDRESS = 20;
const ATTEMPTS_ON_LOGIN = 10;

/** Counts one attempt. Returns the seconds to wait when there have been too many, otherwise undefined. */
export async function throttle(
  ctx: Context,
  request: Request,
  email: string,
): Promise<number | undefined> {
  const address = request.headers.get("CF-Connecting-IP") ?? "local";
  const login = await sha256Hex(email.toLowerCase());
  const verdicts = await Promise.all([
    ctx.limiter.take(`sign-in:${address}`, ATTEMPTS_FROM_ADDRESS),
    ctx.limiter.take(`sign-in:${login}`, ATTEMPTS_ON_LOGIN),
  ]);
  const waits = verdicts.filter(({ allowed }) => !allowed).map((v) => v.retryAfterSeconds);
  return waits.length === 0 ? undefined : Math.max(...waits);
}
