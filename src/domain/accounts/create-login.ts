// A login for an account, signed in.
import { findUserByEmail } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** Undefined when the address has a login, also one that was made at the same moment. */
export async function createLogin(
  ctx: Context,
  request: Request,
  login: { name: string; email: string; password: string; accountId: string },
): Promise<{ userId: string; setCookies: string[] } | undefined> {
  try {
    return await ctx.identity.signUp(request, login);
  } catch (error) {
    // Of two at once the database refuses one, which better-auth cannot tell from any other fault.
    const taken = await findUserByEmail(ctx.db, login.email.toLowerCase());
    if (taken !== undefined) return undefined;
    throw error;
  }
}
