// Opens an account on the free plan.
import { createId } from "../../lib/ids.ts";
import { deleteAccount, insertAccount } from "../../storage/accounts.ts";
import { findUserWithAccount } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import { maySignUp } from "./first-login.ts";

/** Returns the account's id. The account's name is the email address, so that the operator's commands can address it. */
export async function openAccount(ctx: Context, email: string): Promise<string> {
  const createdAt = ctx.clock();
  const id = createId(createdAt);
  const account = { id, name: email, plan: "free", createdAt } as const;
  // An account from the command line may have this name. A new user must not join that account.
  if (!(await insertAccount(ctx.db, account)))
    await insertAccount(ctx.db, { ...account, name: `${email} ${id}` });
  return id;
}

/** Opens an account for a new user of a login provider such as GitHub. Returns undefined if sign-up is closed. */
export async function openAccountIfAllowed(
  ctx: Context,
  { email }: { email: string },
): Promise<string | undefined> {
  return (await maySignUp(ctx)) ? openAccount(ctx, email) : undefined;
}

/**
 * Resolves concurrent sign-ups while sign-up is closed: only the user who became operator remains. Deletes the account and
 * its login, and returns false, for all others.
 */
export async function confirmSignUp(
  ctx: Context,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  if (ctx.config.signUpsOpen) return true;
  const user = await findUserWithAccount(ctx.db, id);
  if (user?.isOperator === true) return true;
  await deleteAccount(ctx.db, accountId);
  return false;
}
