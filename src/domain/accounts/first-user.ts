// The first to sign up runs the place.
import { hasUsers, promoteIfFirst } from "../../storage/users.ts";
import type { Context } from "../context.ts";

export function promoteFirstUser(ctx: Context, userId: string): Promise<void> {
  return promoteIfFirst(ctx.db, userId);
}

/** Whether whoever comes may sign up: everybody where the operator says so, otherwise the first alone. */
export async function maySignUp(ctx: Context): Promise<boolean> {
  return ctx.config.signUpsOpen || !(await hasUsers(ctx.db));
}
