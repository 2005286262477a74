// Credits and storage are counted as they change; here they are held against the records. What differs is a fault of the
// service, or of an operator who changed a number by hand: it is logged, not mended.
import { monthBegin, monthOf } from "../../lib/month.ts";
import { checkCounters } from "../../storage/audits.ts";
import type { Context } from "../context.ts";

/** Adding up an account's records reads all of them, and rows read are billed: not more often than once an hour. */
const ACCOUNTS_PER_CHECK = 5;
const CHECKS_BETWEEN = 60;

const MINUTE_MS = 60_000;

export async function checkAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const checks = await checkCounters(ctx.db, {
    round: Math.floor(now.getTime() / MINUTE_MS),
    pause: CHECKS_BETWEEN,
    size: ACCOUNTS_PER_CHECK,
    month: monthOf(now),
    monthBegan: monthBegin(now),
  });
  const differences = checks.filter(
    ({ storage, credits }) => storage.counted !== storage.kept || credits.counted !== credits.owed,
  );
  if (differences.length > 0) ctx.log({ counterDifferences: differences });
}
