// Computes the times of repeated runs, at a fixed interval or by a cron expression.
import { nextCronTime, shortestIntervalMs } from "./cron.ts";

export type RunSchedule = { every: string } | { cron: string; timeZone: string };

const UNIT_MS = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

/** The maximum delay of a run. For short intervals, the maximum is a tenth of the interval. */
const MAX_SPREAD_MS = 60_000;

/** Parses a duration such as 15m, 6h or 7d. Returns milliseconds, or undefined for other text. */
export function parseInterval(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]; // the pattern allows these
}

/** Returns the delay of all runs with this id, in milliseconds. Different ids have different delays. */
function spreadOf(schedule: RunSchedule, id: string): number {
  const intervalMs =
    "every" in schedule ? (parseInterval(schedule.every) ?? 0) : shortestIntervalMs(schedule.cron);
  const spreadMs = Math.min(MAX_SPREAD_MS, intervalMs / 10);
  // The last digits of an id are random.
  return Math.floor((Number.parseInt(id.slice(-8), 16) / 2 ** 32) * spreadMs);
}

/**
 * Returns the first run after `now`. `last`: the time of the previous run, including its spread; undefined before the first
 * run. Skips missed runs. Returns undefined if the schedule has no more runs.
 */
export function nextRunTime(
  schedule: RunSchedule,
  id: string,
  { now, last }: { now: Date; last?: Date },
): Date | undefined {
  const spreadMs = spreadOf(schedule, id);
  if ("every" in schedule) {
    const intervalMs = parseInterval(schedule.every) ?? MAX_SPREAD_MS;
    if (last === undefined) return new Date(now.getTime() + spreadMs);
    const passed = Math.max(0, now.getTime() - last.getTime());
    return new Date(last.getTime() + (Math.floor(passed / intervalMs) + 1) * intervalMs);
  }
  // Each run starts `spreadMs` after the time of the expression, so search from `spreadMs` before now.
  const after = new Date(now.getTime() - spreadMs);
  const next = nextCronTime(schedule.cron, schedule.timeZone, after);
  return next && new Date(next.getTime() + spreadMs);
}
