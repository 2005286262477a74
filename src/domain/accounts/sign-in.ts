// Signs in with an email address and a password.
import type { Context } from "../context.ts";
import { throttle } from "./throttle.ts";

/** The session cookies, or the reason for the rejection. */
export type SignedIn = { setCookies: string[]; refused?: undefined } | Refused;

export type Refused =
  | { refused: "invalid_credentials" | "email_taken" | "sign_ups_closed" }
  | { refused: "too_many_attempts"; retryAfterSeconds: number };

export async function signIn(
  ctx: Context,
  request: Request,
  login: { email: string; password: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, login.email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many_attempts", retryAfterSeconds };
  const setCookies = await ctx.identity.signIn(request, login);
  return setCookies === undefined ? { refused: "invalid_credentials" } : { setCookies };
}
