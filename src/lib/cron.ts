// Evaluates cron expressions of five fields in a time zone.
import { Cron } from "croner";
import { instantOf, offsetAt, wallTimeOf } from "./wall-clock.ts";

/** Runs are at least this far apart. */
export const MIN_INTERVAL_MS = 5 * 60_000;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Longer than any change of the clock. A search from this time before `after` finds the times that the clock skips. */
const LONGEST_SHIFT_MS = 3 * HOUR_MS;

/** The start of searches whose result does not depend on the date. */
const ANY_MIDNIGHT = Date.UTC(2026, 0, 1);

/** A year that precedes a leap year. These two years contain every pair of consecutive dates, and of days of the week. */
const TWO_YEARS = { startMs: Date.UTC(2027, 0, 1), endMs: Date.UTC(2029, 0, 1) };

/** Throws an Error if the expression is invalid. */
export function assertCron(expression: string): void {
  wallClockCron(expression);
}

/**
 * Returns the first time after `after` at which the expression matches, or undefined if it never matches. When the clock
 * skips a time, returns the end of the gap. When a time occurs twice, returns its first occurrence. Each wall time
 * therefore counts once. Times that a change of the clock moves closer together than MIN_INTERVAL_MS count once, too: the
 * later one is left out.
 */
export function nextCronTime(expression: string, timeZone: string, after: Date): Date | undefined {
  const cron = wallClockCron(expression);
  const afterMs = after.getTime();
  const [wallMs, offsetMs] = [wallTimeOf(afterMs, timeZone), offsetAt(afterMs, timeZone)];
  if (isOffsetSteady(afterMs, offsetMs, timeZone)) {
    const wall = cron.nextRun(new Date(wallMs));
    if (wall === null) return undefined;
    if (wall.getTime() < wallMs + DAY_MS) return new Date(wall.getTime() - offsetMs);
  }
  return searchAcrossChanges(cron, timeZone, afterMs);
}

/** Returns whether the clock does not change within a day and the longest shift. */
function isOffsetSteady(atMs: number, offsetMs: number, timeZone: string): boolean {
  const margins = [-DAY_MS, DAY_MS + LONGEST_SHIFT_MS];
  return margins.every((marginMs) => offsetAt(atMs + marginMs, timeZone) === offsetMs);
}

function searchAcrossChanges(cron: Cron, timeZone: string, afterMs: number): Date | undefined {
  let wall: Date | null = new Date(wallTimeOf(afterMs, timeZone) - LONGEST_SHIFT_MS);
  let latestMs = -Infinity;
  for (;;) {
    wall = cron.nextRun(wall);
    if (wall === null) return undefined;
    const instantMs = instantOf(wall.getTime(), timeZone);
    if (instantMs - latestMs < MIN_INTERVAL_MS) continue;
    latestMs = instantMs;
    if (instantMs > afterMs) return new Date(instantMs);
  }
}

/** Returns whether two matches can be less than MIN_INTERVAL_MS apart, without a change of the clock. */
export function isTooFrequent(expression: string): boolean {
  const [minutes = "", hours = "", ...days] = expression.trim().split(/\s+/);
  const times = dailyTimes(minutes, hours);
  const isClose = (time: number, i: number) => time - (times[i - 1] ?? -Infinity) < MIN_INTERVAL_MS;
  if (times.some(isClose)) return true;
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return false;
  return first + DAY_MS - last < MIN_INTERVAL_MS && matchesConsecutiveDays(days.join(" "));
}

/** Returns the shortest time between two of the minutes, in milliseconds, as if the expression matched in every hour. */
export function shortestIntervalMs(expression: string): number {
  const [minutes] = expression.trim().split(/\s+/);
  let shortestMs = HOUR_MS;
  let [first, previous]: (number | undefined)[] = [];
  for (const time of wallClockCron(`${minutes} * * * *`).enumerate(new Date(ANY_MIDNIGHT - 1))) {
    const ms = time.getTime();
    first ??= ms;
    if (previous !== undefined) shortestMs = Math.min(shortestMs, ms - previous);
    if (ms - first >= HOUR_MS) break;
    previous = ms;
  }
  return shortestMs;
}

/** Returns the times of one day, in milliseconds after midnight, in order. */
function dailyTimes(minutes: string, hours: string): number[] {
  // Each hour has the same minutes, so the search needs no step for each time of the day.
  const minuteTimes = timesWithin(HOUR_MS, `${minutes} * * * *`);
  const hourTimes = timesWithin(DAY_MS, `0 ${hours} * * *`);
  return hourTimes.flatMap((hour) => minuteTimes.map((minute) => hour + minute));
}

/** Returns the times in the first `durationMs` after a midnight, in milliseconds. */
function timesWithin(durationMs: number, expression: string): number[] {
  const times: number[] = [];
  for (const time of wallClockCron(expression).enumerate(new Date(ANY_MIDNIGHT - 1))) {
    const ms = time.getTime() - ANY_MIDNIGHT;
    if (ms >= durationMs) break;
    times.push(ms);
  }
  return times;
}

/** `days`: the fields for the day of the month, the month and the day of the week. */
function matchesConsecutiveDays(days: string): boolean {
  const [date, month, weekday] = days.split(" ");
  if (date !== "*" && weekday !== "*") {
    // Days match that match one of the fields. Over the years, each date falls on each day of the week, so in some years
    // the day before or after a matching date matches, too.
    const hasDate =
      wallClockCron(`0 0 ${date} ${month} *`).nextRun(new Date(ANY_MIDNIGHT)) !== null;
    return hasDate || matchesConsecutiveDays(`* ${month} ${weekday}`);
  }
  let previousMs = -Infinity;
  for (const day of wallClockCron(`0 0 ${days}`).enumerate(new Date(TWO_YEARS.startMs - 1))) {
    if (day.getTime() - previousMs === DAY_MS) return true;
    if (day.getTime() > TWO_YEARS.endMs) return false;
    previousMs = day.getTime();
  }
  return false;
}

/** Creates a Cron object in UTC. UTC has no gaps, so the times of the object can represent wall times of any zone. */
function wallClockCron(expression: string): Cron {
  return new Cron(expression, { timezone: "UTC", mode: "5-part", paused: true });
}
