// The captures of an account in the last days: by day and by key, their success rate and durations, and recent failures.
import { quantileOf } from "../../lib/duration-buckets.ts";
import { type RecentFailure, selectFailures } from "../../storage/activity.ts";
import {
  type CaptureDay,
  deleteCaptureDays,
  selectCaptureDays,
  selectKeyNames,
} from "../../storage/capture-days.ts";
import { NO_KEY, UNKNOWN_KEY } from "../../storage/schema.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

export type { RecentFailure } from "../../storage/activity.ts";

type Counts = { completed: number; failed: number };

export type Day = Counts & {
  /** Start of the day, UTC. */
  at: Date;
};

/** `name`: undefined for a key that the service does not know any more. */
export type KeyUsage = Counts & { source: "key" | "no_key" | "unknown"; name: string | undefined };

export type Activity = {
  /** All days of the range, oldest first, including days without captures. */
  days: Day[];
  total: Counts;
  /** Durations of completed captures. Undefined if no capture has completed. */
  durationMs: { p50: number | undefined; p95: number | undefined };
  /** Most captures first. */
  keys: KeyUsage[];
  /** Newest first. */
  failures: RecentFailure[];
};

export const ACTIVITY_RANGES = [7, 30, 90] as const;

export type ActivityRange = (typeof ACTIVITY_RANGES)[number];

const FAILURES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts of older days are deleted. One day more than the longest range. */
const KEPT_DAYS = 91;
const DELETIONS_PER_RUN = 1_000;

/** Counts finished captures, deleted ones included. `range`: days, with the current one. */
export async function getActivity(
  ctx: Context,
  { accountId }: Caller,
  range: ActivityRange,
): Promise<Activity> {
  const today = Math.floor(ctx.clock().getTime() / DAY_MS) * DAY_MS;
  const since = new Date(today - (range - 1) * DAY_MS);
  const [rows, failures] = await Promise.all([
    selectCaptureDays(ctx.db, accountId, dayOf(since)),
    selectFailures(ctx.db, { accountId, since, limit: FAILURES }),
  ]);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const days = Array.from({ length: range }, (_, i) => {
    const at = new Date(since.getTime() + i * DAY_MS);
    return { at, ...sum(byDay.get(dayOf(at)) ?? []) };
  });
  const durations = new Map<string, number>();
  for (const { durations: counts } of rows)
    for (const [bucket, count] of Object.entries(counts))
      durations.set(bucket, (durations.get(bucket) ?? 0) + count);
  return {
    days,
    total: sum(days),
    durationMs: { p50: quantileOf(durations, 0.5), p95: quantileOf(durations, 0.95) },
    keys: await usageByKey(ctx, accountId, rows),
    failures,
  };
}

async function usageByKey(
  ctx: Context,
  accountId: string,
  rows: CaptureDay[],
): Promise<KeyUsage[]> {
  const byKey = Map.groupBy(rows, ({ keyId }) => keyId);
  const names = await selectKeyNames(ctx.db, accountId, [...byKey.keys()]);
  const sources: Record<string, KeyUsage["source"]> = {
    [NO_KEY]: "no_key",
    [UNKNOWN_KEY]: "unknown",
  };
  return [...byKey]
    .map(([id, ofKey]) => ({ source: sources[id] ?? "key", name: names.get(id), ...sum(ofKey) }))
    .toSorted((a, b) => b.completed + b.failed - a.completed - a.failed);
}

/** Deletes counts of days that no range contains. */
export async function removeOldActivity(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - KEPT_DAYS * DAY_MS);
  await deleteCaptureDays(ctx.db, dayOf(before), DELETIONS_PER_RUN);
}

function sum(counts: Counts[]): Counts {
  return {
    completed: counts.reduce((total, { completed }) => total + completed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
