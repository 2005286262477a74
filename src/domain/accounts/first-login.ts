// Makes the first user an operator, and decides whether sign-up is open.
import { hasInvites } from "../../storage/invites.ts";
import { promoteIfFirst } from "../../storage/operators.ts";
import { hasUsers } from "../../storage/users.ts";
import type { Context } from "../context.ts";

export function promoteFirstUser(ctx: Context, userId: string): Promise<void> {
  return promoteIfFirst(ctx.db, userId);
}

/** Returns whether a visitor may sign up. Without SIGNUPS=open, only the first user may. */
export async function maySignUp(ctx: Context): Promise<boolean> {
  if (await hasUsers(ctx.db)) return ctx.config.signUpsOpen;
  // An invite from the command line reserves the first login for its email address.
  return !(await hasInvites(ctx.db, ctx.clock()));
}
