// Deletes expired sign-in data, because it contains personal data.
import { removeExpired } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** Deletes expired sessions, incomplete sign-ins and invites. */
export async function removeExpiredSignInData(ctx: Context): Promise<void> {
  await removeExpired(ctx.db, ctx.clock());
}
