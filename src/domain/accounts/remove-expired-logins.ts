// Scheduled work on logins. Expired rows are deleted because they contain personal data.
import { removeExpired } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** Deletes expired sessions, incomplete sign-ins and invites. */
export async function removeExpiredLogins(ctx: Context): Promise<void> {
  await removeExpired(ctx.db, ctx.clock());
}
