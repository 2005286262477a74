// When a monitor captures its page: an interval, or a cron expression in a time zone.
import * as z from "zod";
import { assertCron, isTooFrequent, MIN_INTERVAL_MS, nextCronTime } from "../lib/cron.ts";
import { parseInterval } from "../lib/run-schedule.ts";
import { text, timeZone } from "./option-types.ts";

const MAX_INTERVAL_MS = 366 * 24 * 60 * 60_000;
const TOO_FREQUENT = "must not run more often than every 5 minutes";

const interval = text(6).superRefine((every, context) => {
  const fail = (message: string) => context.addIssue({ code: "custom", message });
  const intervalMs = parseInterval(every);
  if (intervalMs === undefined) fail("must be a duration such as 15m, 6h or 7d");
  else if (intervalMs < MIN_INTERVAL_MS) fail(TOO_FREQUENT);
  else if (intervalMs > MAX_INTERVAL_MS) fail("must be at most 366d");
});

const cronExpression = text(100).superRefine((cron, context) => {
  const message = findCronError(cron.trim());
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

export const schedule = z
  .union(
    [
      z.strictObject({ every: interval.describe("Time between two runs: 15m, 6h, 7d.") }),
      z.strictObject({
        cron: cronExpression.describe(
          "Five fields: minute, hour, day of the month, month, day of the week.",
        ),
        timeZone: timeZone().default("UTC").describe("IANA time zone of the fields."),
      }),
    ],
    { error: describeScheduleError },
  )
  .describe(
    "When the page is captured, at most every 5 minutes. Runs start up to a minute later, so that monitors with the " +
      "same schedule do not run together.",
  );

export type MonitorSchedule = z.output<typeof schedule>;

function findCronError(cron: string): string | undefined {
  const invalid = "must be a cron expression of five fields, such as 0 9 * * 1-5";
  if (cron.split(/\s+/).length !== 5) return invalid;
  try {
    assertCron(cron);
  } catch {
    // The error messages of croner describe patterns with more fields.
    return invalid;
  }
  if (isTooFrequent(cron)) return TOO_FREQUENT;
  if (nextCronTime(cron, "UTC", new Date()) === undefined) return "never matches a date";
  return undefined;
}

/** Returns the error of the variant that the input resembles, because a union only reports that no variant matches. */
function describeScheduleError({ input }: { input?: unknown }): string {
  const given = typeof input === "object" && input !== null ? input : {};
  const every = "every" in given ? interval.safeParse(given.every).error : undefined;
  const cron = "cron" in given ? cronExpression.safeParse(given.cron).error : undefined;
  const zone = "timeZone" in given ? timeZone().safeParse(given.timeZone).error : undefined;
  const message = (every ?? cron ?? zone)?.issues[0]?.message;
  return (
    message ?? 'must be {"every": "15m"} or {"cron": "0 9 * * 1-5", "timeZone": "Europe/Berlin"}'
  );
}
