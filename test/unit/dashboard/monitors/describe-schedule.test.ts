import { expect, it } from "vitest";
import { describeSchedule } from "../../../../src/dashboard/monitors/describe-schedule.ts";

it.each([
  ["0 9 * * 1-5", "Every weekday at 09:00, Europe/Berlin"],
  ["0 9 * * MON-FRI", "Every weekday at 09:00, Europe/Berlin"],
  ["5 0 * * *", "Every day at 00:05, Europe/Berlin"],
  ["30 9,13,17 * * *", "Every day at 09:30, 13:30 and 17:30, Europe/Berlin"],
  ["0 18 * * 7", "Every Sunday at 18:00, Europe/Berlin"],
  ["0 18 * * tue,4", "Every Tuesday and Thursday at 18:00, Europe/Berlin"],
  ["0 6 15 * *", "On day 15 of every month at 06:00, Europe/Berlin"],
  ["*/10 * * * *", "Every 10 minutes, Europe/Berlin"],
  ["0 9 1 * 1", "On day 1 of every month and every Monday at 09:00, Europe/Berlin"],
  ["0 9 * 6 *", "At 09:00, only in June, Europe/Berlin"],
])("The cron expression %s reads %s.", (cron, text) => {
  expect(describeSchedule({ cron, timeZone: "Europe/Berlin" })).toBe(text);
});

it.each([
  ["15m", "Every 15 minutes"],
  ["1h", "Every hour"],
  ["7d", "Every 7 days"],
])("The interval %s reads %s.", (every, text) => {
  expect(describeSchedule({ every })).toBe(text);
});
