// Returns the credits that an account has used this month.
import { monthOf, nextMonth } from "../../lib/month.ts";
import { selectUsedCredits } from "../../storage/credits.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

/** Counts screenshots of the calendar month, UTC. `used` exceeds `limit` if the limit was lowered. */
export type Usage = {
  limit: number;
  used: number;
  remaining: number;
  /** 0 to 100, rounded down to two decimals. 100 means that no credits remain. */
  percentUsed: number;
  resetsAt: Date;
};

export async function getUsage(ctx: Context, { accountId, limits }: Caller): Promise<Usage> {
  const now = ctx.clock();
  const limit = limits.monthlyScreenshots;
  const [month] = await selectUsedCredits(ctx.db, accountId, monthOf(now));
  const used = month?.used ?? 0;
  return {
    limit,
    used,
    remaining: Math.max(0, limit - used),
    percentUsed: used >= limit ? 100 : Math.floor((used * 10_000) / limit) / 100,
    resetsAt: nextMonth(now),
  };
}
