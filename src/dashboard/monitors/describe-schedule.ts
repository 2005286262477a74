// The schedule of a monitor in plain language.
import cronstrue from "cronstrue";
import type { MonitorSchedule } from "../../contract/monitor-schedule.ts";

const UNITS: Record<string, string> = { m: "minute", h: "hour", d: "day" };

/** Returns text such as "Every 6 hours" or "At 09:00, Monday through Friday, Europe/Berlin". */
export function describeSchedule(schedule: MonitorSchedule): string {
  if ("every" in schedule) return describeInterval(schedule.every);
  return `${describeCron(schedule.cron)}, ${schedule.timeZone}`;
}

function describeInterval(every: string): string {
  const count = Number.parseInt(every, 10);
  const unit = UNITS[every.slice(-1)] ?? "";
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

function describeCron(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true });
  } catch {
    // The expression is valid, but uses a form that cronstrue does not describe.
    return `Cron ${cron}`;
  }
}
