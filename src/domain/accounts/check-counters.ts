// Compares the counters of credits and storage with the records. Logs a difference and does not correct it: the cause is
// either a bug or a manual change in the database.
import { monthBegin, monthOf } from "../../lib/month.ts";
import { checkCounters } from "../../storage/audits.ts";
import type { Context } from "../context.ts";

/** Each check reads all records of an account, and D1 bills the rows read. Check an account at most once an hour. */
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
