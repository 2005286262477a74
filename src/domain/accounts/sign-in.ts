// Signing in with address and password.
import type { Context } from "../context.ts";
import { throttle } from "./throttle.ts";

/** Cookies for the browser, or why there are none. */
export type SignedIn = { setCookies: string[]; refused?: undefined } | Refused;

export type Refused =
  | { refused: "wrong" | "email_taken" | "closed" }
  | { refused: "too_many"; retryAfterSeconds: number };

export async function signIn(
  ctx: Context,
  request: Request,
  login: { email: string; password: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, login.email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many", retryAfterSeconds };
  const setCookies = await ctx.identity.signIn(request, login);
  return setCookies === undefined ? { refused: "wrong" } : { setCookies };
}
