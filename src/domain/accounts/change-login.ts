// Changes the name or the password of a user.
import { hasPassword, updateUserName } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import type { SignedIn } from "./sign-in.ts";
import { throttle } from "./throttle.ts";
import type { Viewer } from "./viewer.ts";

export function rename(ctx: Context, { userId }: Viewer, name: string): Promise<void> {
  return updateUserName(ctx.db, userId, { name, updatedAt: ctx.clock() });
}

/** Returns false for a user who signed up with GitHub, because such a user has no password. */
export function signsInByPassword(ctx: Context, { userId }: Viewer): Promise<boolean> {
  return hasPassword(ctx.db, userId);
}

/** Changes the password and ends every other session of the user. Attempts are throttled like sign-ins. */
export async function changePassword(
  ctx: Context,
  request: Request,
  { email }: Viewer,
  passwords: { currentPassword: string; newPassword: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many_attempts", retryAfterSeconds };
  const setCookies = await ctx.identity.changePassword(request, passwords);
  return setCookies === undefined ? { refused: "invalid_credentials" } : { setCookies };
}
