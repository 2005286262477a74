// Creates a login for an account and signs it in.
import { findUserByEmail } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** Returns undefined if the email address already has a login, for example from a concurrent request. */
export async function createLogin(
  ctx: Context,
  request: Request,
  login: { name: string; email: string; password: string; accountId: string },
): Promise<{ userId: string; setCookies: string[] } | undefined> {
  try {
    return await ctx.identity.signUp(request, login);
  } catch (error) {
    // Of two concurrent inserts, the database rejects one. better-auth reports this like any other failure.
    const taken = await findUserByEmail(ctx.db, login.email.toLowerCase());
    if (taken !== undefined) return undefined;
    throw error;
  }
}
