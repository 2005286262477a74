// Lists, promotes and demotes operators. At least one operator always remains.
import { ServiceError } from "../../contract/errors.ts";
import { demoteLogin, promoteLogin } from "../../storage/operators.ts";
import { type Login, selectLogins } from "../../storage/users.ts";
import type { Context } from "../context.ts";

export type { Login } from "../../storage/users.ts";

/** Returns the logins of an account, oldest first. */
export function listLogins(ctx: Context, accountId: string): Promise<Login[]> {
  return selectLogins(ctx.db, accountId);
}

/** Makes the login an operator, from its next request on. Throws ServiceError(not_found). */
export async function promote(
  ctx: Context,
  login: { accountId: string; userId: string },
): Promise<void> {
  if (!(await promoteLogin(ctx.db, login))) throw new ServiceError("not_found");
}

/**
 * Removes operator access, from the next request on. Returns false and changes nothing if the login is no operator or the
 * only operator.
 */
export function demote(
  ctx: Context,
  login: { accountId: string; userId: string },
): Promise<boolean> {
  return demoteLogin(ctx.db, login);
}
