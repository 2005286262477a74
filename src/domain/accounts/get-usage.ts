// What an account has used of its month and of its storage.
import { monthOf, nextMonth } from "../../lib/month.ts";
import { selectUsedCredits } from "../../storage/credits.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

/** Counts are screenshots of the calendar month, UTC. More than the limit may be used when it was lowered. */
export type Usage = {
  limit: number;
  used: number;
  remaining: number;
  /** 0 to 100, to two decimals; 100 only when nothing is left. */
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
