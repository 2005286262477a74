// The days of the gallery's filters, in the time zone of the user. The script of the page stores the zone in a cookie
// (in-page/store-time-zone.ts).
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { instantOf, wallTimeOf } from "../../lib/wall-clock.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { EnteredValues } from "../forms/form.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_NAME_LENGTH = 64;

/** Returns undefined without a cookie, or when its time zone does not exist. */
export function readTimeZone(c: Context<AppEnv>): string | undefined {
  const zone = getCookie(c, "edgeshot-time-zone");
  if (zone === undefined || zone === "" || zone.length > MAX_NAME_LENGTH) return undefined;
  try {
    wallTimeOf(0, zone);
    return zone;
  } catch {
    // wallTimeOf() throws a RangeError for unknown names.
    return undefined;
  }
}

/** Returns the date in the time zone, such as "2026-03-02". `days`: the number of days after this date. */
export function dateAt(at: Date, timeZone: string, days = 0): string {
  return new Date(wallTimeOf(at.getTime(), timeZone) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the bounds that were entered as dates without a time, from the start of the first to the end of the last day. */
export function dayBounds(
  { startDate = "", endDate = "" }: EnteredValues,
  timeZone: string,
): { startDate?: Date; endDate?: Date } {
  const startOf = (day: string, days: number) =>
    instantOf(Date.parse(day) + days * DAY_MS, timeZone);
  return {
    ...(isDay(startDate) ? { startDate: new Date(startOf(startDate, 0)) } : {}),
    ...(isDay(endDate) ? { endDate: new Date(startOf(endDate, 1) - 1) } : {}),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
