// The schedule of a monitor in plain language.
import cronstrue from "cronstrue";
import type { MonitorSchedule } from "../../contract/monitor-schedule.ts";

const UNITS: Record<string, string> = { m: "minute", h: "hour", d: "day" };
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns text such as "Every 6 hours" or "Every weekday at 09:00, Europe/Berlin". */
export function describeSchedule(schedule: MonitorSchedule): string {
  if ("every" in schedule) return describeInterval(schedule.every);
  return `${describeDailyTimes(schedule.cron) ?? describeCron(schedule.cron)}, ${schedule.timeZone}`;
}

function describeInterval(every: string): string {
  const count = Number.parseInt(every, 10);
  const unit = UNITS[every.slice(-1)] ?? "";
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

/** Describes the usual schedules, certain times on certain days; undefined for other expressions. */
function describeDailyTimes(cron: string): string | undefined {
  const [minute = "", hours = "", day = "", month, weekdays = ""] = cron.trim().split(/\s+/);
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hours) || month !== "*") return undefined;
  const days = describeDays(day, weekdays);
  const times = hours
    .split(",")
    .map((hour) => `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`);
  return days && `${days} at ${joinWords(times)}`;
}

function describeDays(day: string, weekdays: string): string | undefined {
  if (day === "*") return weekdays === "*" ? "Every day" : describeWeekdays(weekdays);
  if (!/^\d+$/.test(day)) return undefined;
  const monthly = `On day ${Number(day)} of every month`;
  if (weekdays === "*") return monthly;
  // With both fields, the expression matches days that one of them matches.
  const weekly = describeWeekdays(weekdays);
  return weekly && `${monthly} and ${weekly.toLowerCase().slice(0, 5)}${weekly.slice(5)}`;
}

function describeWeekdays(weekdays: string): string | undefined {
  if (/^(1-5|mon-fri)$/i.test(weekdays)) return "Every weekday";
  const names = weekdays.split(",").map(weekdayName);
  return names.includes(undefined) ? undefined : `Every ${joinWords(names.map(String))}`;
}

/** Accepts the numbers 0 to 7, where 0 and 7 are Sunday, and the first three letters of a name. */
function weekdayName(text: string): string | undefined {
  if (/^[0-7]$/.test(text)) return WEEKDAYS[Number(text) % 7];
  return WEEKDAYS.find((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase());
}

/** Returns text such as "a, b and c". */
function joinWords(words: string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function describeCron(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true });
  } catch {
    // The expression is valid, but uses a form that cronstrue does not describe.
    return `Cron ${cron}`;
  }
}
