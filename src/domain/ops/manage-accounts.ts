// Lists, reads and changes accounts, for operators.
import { ServiceError } from "../../contract/errors.ts";
import type { LimitOverrides, PlanId, SubscriptionState } from "../../contract/plans.ts";
import { monthOf } from "../../lib/month.ts";
import {
  type AccountOverview,
  findAccount,
  selectAccounts,
  updateAccount,
} from "../../storage/accounts.ts";
import type { Context } from "../context.ts";

export type { AccountOverview } from "../../storage/accounts.ts";

export type AccountChanges = LimitOverrides & {
  plan: PlanId;
  subscriptionStatus: SubscriptionState;
  /** Days before images expire. 0: images never expire. Null: RETENTION_DAYS applies. */
  retentionDays: number | null;
  /** Days before records leave the database. 0: they stay. Null: RECORD_RETENTION_DAYS applies. */
  recordRetentionDays: number | null;
};

const ACCOUNTS_PER_PAGE = 25;

export type AccountPage = {
  accounts: AccountOverview[];
  total: number;
  page: number;
  pages: number;
};

/** Returns accounts, newest first. `search` matches part of a name or of a login's email address, ignoring case. */
export async function listAccounts(
  ctx: Context,
  { search, page }: { search: string; page: number },
): Promise<AccountPage> {
  const month = monthOf(ctx.clock());
  const limit = ACCOUNTS_PER_PAGE;
  const { accounts, total } = await selectAccounts(ctx.db, { month, search, page, limit });
  return { accounts, total, page, pages: Math.ceil(total / limit) };
}

/** Throws ServiceError(not_found). */
export async function getAccount(ctx: Context, id: string): Promise<AccountOverview> {
  const account = await findAccount(ctx.db, id, monthOf(ctx.clock()));
  if (account === undefined) throw new ServiceError("not_found");
  return account;
}

/** Changes an account, from its next request on. Throws ServiceError(not_found). */
export async function changeAccount(
  ctx: Context,
  id: string,
  changes: AccountChanges,
): Promise<void> {
  if (!(await updateAccount(ctx.db, id, changes))) throw new ServiceError("not_found");
}
