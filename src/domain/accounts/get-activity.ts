// Counts an account's captures of the last 30 days by day, and lists recent failures.
import { type RecentFailure, selectActivity } from "../../storage/activity.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

export type { RecentFailure } from "../../storage/activity.ts";

export type Day = {
  /** Start of the day, UTC. */
  at: Date;
  failed: number;
  /** Captures that are completed, pending or processing. */
  others: number;
};

export const ACTIVITY_DAYS = 30;
const FAILURES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns all 30 days, oldest first, including days without captures. `failures`: newest first. */
export async function getActivity(
  ctx: Context,
  { accountId }: Caller,
): Promise<{ days: Day[]; failures: RecentFailure[] }> {
  const today = Math.floor(ctx.clock().getTime() / DAY_MS) * DAY_MS;
  const since = new Date(today - (ACTIVITY_DAYS - 1) * DAY_MS);
  const { counts, failed } = await selectActivity(ctx.db, { accountId, since, failures: FAILURES });
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, i) => {
    const at = new Date(since.getTime() + i * DAY_MS);
    const ofDay = counts.filter(({ day }) => day === at.toISOString().slice(0, 10));
    return {
      at,
      failed: sum(ofDay.filter(({ status }) => status === "failed")),
      others: sum(ofDay.filter(({ status }) => status !== "failed")),
    };
  });
  return { days, failures: failed };
}

function sum(counts: { captures: number }[]): number {
  return counts.reduce((total, { captures }) => total + captures, 0);
}
