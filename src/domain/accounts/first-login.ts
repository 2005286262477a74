// The first login runs the place.
import { hasInvites } from "../../storage/invites.ts";
import { promoteIfFirst } from "../../storage/operators.ts";
import { hasUsers } from "../../storage/users.ts";
import type { Context } from "../context.ts";

export function promoteFirstUser(ctx: Context, userId: string): Promise<void> {
  return promoteIfFirst(ctx.db, userId);
}

/** Whether whoever comes may sign up: everybody where the operator says so, otherwise the first alone. */
export async function maySignUp(ctx: Context): Promise<boolean> {
  if (await hasUsers(ctx.db)) return ctx.config.signUpsOpen;
  // The first place is kept for who was invited to it on the command line.
  return !(await hasInvites(ctx.db, ctx.clock()));
}
