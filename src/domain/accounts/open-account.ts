// A new account, on the free plan.
import { createId } from "../../lib/ids.ts";
import { deleteAccount, insertAccount } from "../../storage/accounts.ts";
import { findUserWithAccount } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import { maySignUp } from "./first-login.ts";

/** Returns its id. Accounts are named by the address of who opened them, which the operator's commands understand. */
export async function openAccount(ctx: Context, email: string): Promise<string> {
  const createdAt = ctx.clock();
  const id = createId(createdAt);
  const account = { id, name: email, plan: "free", createdAt } as const;
  // An operator may have given that name to an account on the command line: it is not for whoever comes.
  if (!(await insertAccount(ctx.db, account)))
    await insertAccount(ctx.db, { ...account, name: `${email} ${id}` });
  return id;
}

/** For somebody who comes from elsewhere, such as GitHub; undefined when nobody may sign up. */
export async function openAccountOfNewcomer(
  ctx: Context,
  { email }: { email: string },
): Promise<string | undefined> {
  return (await maySignUp(ctx)) ? openAccount(ctx, email) : undefined;
}

/**
 * Several may sign up at once where only the first may: the operator is the one of them. False, and the account is deleted
 * with its login, for the others.
 */
export async function keepNewcomer(
  ctx: Context,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  if (ctx.config.signUpsOpen) return true;
  const user = await findUserWithAccount(ctx.db, id);
  if (user?.isOperator === true) return true;
  await deleteAccount(ctx.db, accountId);
  return false;
}
