// Asks for the password once more, ahead of what a session that somebody left open must not do.
import type { Context } from "../context.ts";
import type { Refused } from "./sign-in.ts";
import { throttle } from "./throttle.ts";
import type { Viewer } from "./viewer.ts";

/** Undefined when it is the viewer's password. Guesses are throttled like sign-ins. */
export async function reauthenticate(
  ctx: Context,
  request: Request,
  { email }: Viewer,
  password: string,
): Promise<Refused | undefined> {
  const retryAfterSeconds = await throttle(ctx, request, email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many", retryAfterSeconds };
  const isRight = await ctx.identity.verifyPassword(request, password);
  return isRight ? undefined : { refused: "wrong" };
}
