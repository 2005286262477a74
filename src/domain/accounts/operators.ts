// Who runs the service: operators make others, and there is always one.
import { ServiceError } from "../../contract/errors.ts";
import { makeOperator, takeBackOperator } from "../../storage/operators.ts";
import { type Login, selectLogins } from "../../storage/users.ts";
import type { Context } from "../context.ts";

export type { Login } from "../../storage/users.ts";

/** Oldest first. */
export function listLogins(ctx: Context, accountId: string): Promise<Login[]> {
  return selectLogins(ctx.db, accountId);
}

/** Holds for the next request. Throws not_found. */
export async function promote(
  ctx: Context,
  login: { accountId: string; userId: string },
): Promise<void> {
  if (!(await makeOperator(ctx.db, login))) throw new ServiceError("not_found");
}

/** Holds for the next request. False, and nothing changed, when it is no operator, or the only one. */
export function demote(
  ctx: Context,
  login: { accountId: string; userId: string },
): Promise<boolean> {
  return takeBackOperator(ctx.db, login);
}
