// What the clock does about logins: a session tells where somebody was, and an invite who was meant, only as long as it is good.
import { removeExpired } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** Sessions, sign-ins under way and invites whose time is over. */
export async function forgetExpired(ctx: Context): Promise<void> {
  await removeExpired(ctx.db, ctx.clock());
}
