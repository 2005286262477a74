// Compares the counters of credits and storage with the records. Logs a difference and does not correct it: the cause is
// either a bug or a manual change in the database.
import { monthBegin, monthOf } from "../../lib/month.ts";
import {
  checkCredits,
  checkStorage,
  type CounterCheck,
  selectAccountGroup,
} from "../../storage/audits.ts";
import type { Context } from "../context.ts";

/** Each check reads all records of an account, and D1 bills the rows read. Check an account at most once an hour. */
const ACCOUNTS_PER_CHECK = 5;
const CHECKS_BETWEEN = 60;

const MINUTE_MS = 60_000;

export async function checkAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const month = { month: monthOf(now), monthBegan: monthBegin(now) };
  const group = await selectAccountGroup(ctx.db, {
    round: Math.floor(now.getTime() / MINUTE_MS),
    pause: CHECKS_BETWEEN,
    size: ACCOUNTS_PER_CHECK,
  });
  const differences: object[] = [];
  const unchecked: string[] = [];
  for (const accountId of group) {
    const storage = await checkTwice(() => checkStorage(ctx.db, accountId));
    const credits = await checkTwice(() => checkCredits(ctx.db, accountId, month));
    if (storage === undefined || credits === undefined) unchecked.push(accountId);
    if ([storage, credits].every((check) => check === undefined || differenceOf(check) === 0))
      continue;
    differences.push({
      accountId,
      storage: storage && { counted: storage.counted, kept: storage.summed },
      credits: credits && { counted: credits.counted, owed: credits.summed },
    });
  }
  if (differences.length > 0) ctx.log({ counterDifferences: differences });
  if (unchecked.length > 0) ctx.log({ uncheckedCounters: unchecked });
}

/** Repeats a check that finds a difference. A concurrent change causes a different result the second time. */
async function checkTwice(
  check: () => Promise<CounterCheck | undefined>,
): Promise<CounterCheck | undefined> {
  const first = await check();
  if (first === undefined || differenceOf(first) === 0) return first;
  const second = await check();
  if (second === undefined || differenceOf(first) === differenceOf(second)) return second;
  return { ...second, summed: second.counted };
}

function differenceOf({ counted, summed }: CounterCheck): number {
  return counted - summed;
}
