// Evaluates cron expressions of five fields in a time zone.
import { Cron } from "croner";
import { instantOf, wallTimeOf } from "./wall-clock.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Longer than any change of the clock. A search from this time before `after` finds the times that the clock skips. */
const LONGEST_SHIFT_MS = 3 * HOUR_MS;

/** A date on which the search for the shortest interval starts. Any date gives the same result. */
const ANY_MIDNIGHT = Date.UTC(2026, 0, 1);

/** Throws an Error if the expression is invalid. */
export function assertCron(expression: string): void {
  wallClockCron(expression);
}

/**
 * Returns the first time after `after` at which the expression matches, or undefined if it never matches. When the clock
 * skips a time, returns the end of the gap. When a time occurs twice, returns its first occurrence. Each wall time
 * therefore counts once.
 */
export function nextCronTime(expression: string, timeZone: string, after: Date): Date | undefined {
  const cron = wallClockCron(expression);
  let wall: Date | null = new Date(wallTimeOf(after.getTime(), timeZone) - LONGEST_SHIFT_MS);
  for (;;) {
    wall = cron.nextRun(wall);
    if (wall === null) return undefined;
    const instantMs = instantOf(wall.getTime(), timeZone);
    if (instantMs > after.getTime()) return new Date(instantMs);
  }
}

/**
 * Returns whether two matches can be less than `ms` apart. Compares minutes and hours only, and assumes that the expression
 * can match on consecutive days.
 */
export function isMoreFrequentThan(expression: string, ms: number): boolean {
  const [minutes, hours] = expression.trim().split(/\s+/);
  const daily = wallClockCron(`${minutes} ${hours} * * *`);
  let last: Date | null = null;
  for (const time of daily.enumerate(new Date(ANY_MIDNIGHT - 1))) {
    if (last !== null && time.getTime() - last.getTime() < ms) return true;
    if (time.getTime() > ANY_MIDNIGHT + 2 * DAY_MS) return false;
    last = time;
  }
  return false;
}

/** Creates a Cron object in UTC. UTC has no gaps, so the times of the object can represent wall times of any zone. */
function wallClockCron(expression: string): Cron {
  return new Cron(expression, { timezone: "UTC", mode: "5-part", paused: true });
}
