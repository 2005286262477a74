// What operators see and change of every account.
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
  /** 0 for ever; null: as RETENTION_DAYS says. */
  retentionDays: number | null;
};

const ACCOUNTS_PER_PAGE = 25;

export type AccountPage = {
  accounts: AccountOverview[];
  total: number;
  page: number;
  pages: number;
};

/** Newest first; `search` is a part of a name or of a login's address, whatever its case. */
export async function listAccounts(
  ctx: Context,
  { search, page }: { search: string; page: number },
): Promise<AccountPage> {
  const month = monthOf(ctx.clock());
  const limit = ACCOUNTS_PER_PAGE;
  const { accounts, total } = await selectAccounts(ctx.db, { month, search, page, limit });
  return { accounts, total, page, pages: Math.ceil(total / limit) };
}

/** Throws not_found. */
export async function getAccount(ctx: Context, id: string): Promise<AccountOverview> {
  const account = await findAccount(ctx.db, id, monthOf(ctx.clock()));
  if (account === undefined) throw new ServiceError("not_found");
  return account;
}

/** Holds for the next request. Throws not_found. */
export async function changeAccount(
  ctx: Context,
  id: string,
  changes: AccountChanges,
): Promise<void> {
  if (!(await updateAccount(ctx.db, id, changes))) throw new ServiceError("not_found");
}
