// Schedules of monitors: intervals, and cron expressions in a time zone, compared with a slow reference implementation.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newMonitorBody } from "../../../src/contract/monitors.ts";
import { nextCronTime } from "../../../src/lib/cron.ts";
import { nextRunTime } from "../../../src/lib/run-schedule.ts";
import { wallTimeOf } from "../../../src/lib/wall-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The nights in which the clock changes, and the time zones. */
const CHANGES = [
  ["Europe/Berlin", "2026-03-28T20:00Z"],
  ["Europe/Berlin", "2026-10-24T20:00Z"],
  ["America/New_York", "2026-03-08T02:00Z"],
  ["America/New_York", "2026-11-01T00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T10:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T10:00Z"],
  ["Asia/Kolkata", "2026-03-28T20:00Z"],
] as const;

type Field = { text: string; values: Set<number> };

const list = (values: number[]): fc.Arbitrary<Field> =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
    .map((chosen) => ({ text: chosen.join(","), values: new Set(chosen) }));

const minutes = list([0, 5, 15, 29, 30, 59]);

const everyHour: Field = { text: "*", values: new Set(Array.from({ length: 24 }, (_, i) => i)) };
const hours = fc.oneof(fc.constant(everyHour), list([0, 1, 2, 3, 4, 12, 23]));

/** Walks through every minute: each wall time counts once, and skipped wall times count at the end of the gap. */
function expectedTimes(
  from: number,
  durationHours: number,
  timeZone: string,
  matches: (wallMs: number) => boolean,
): number[] {
  const times: number[] = [];
  let latestWall = wallTimeOf(from - 6 * HOUR_MS, timeZone);
  for (let at = from - 6 * HOUR_MS; at < from + durationHours * HOUR_MS; at += MINUTE_MS) {
    const wall = wallTimeOf(at, timeZone);
    let isDue = false;
    for (let passed = latestWall + MINUTE_MS; passed <= wall; passed += MINUTE_MS)
      if (matches(passed)) isDue = true;
    latestWall = Math.max(latestWall, wall);
    if (isDue && at > from) times.push(at);
  }
  return times;
}

describe("A cron schedule", () => {
  it("A cron schedule agrees with the slow reference implementation across every change of the clock.", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        minutes,
        hours,
        ([timeZone, start], minute, hour) => {
          const from = Date.parse(start);
          const matches = (wallMs: number) => {
            const wall = new Date(wallMs);
            return minute.values.has(wall.getUTCMinutes()) && hour.values.has(wall.getUTCHours());
          };
          const found: number[] = [];
          let at = new Date(from);
          for (;;) {
            const next = nextCronTime(`${minute.text} ${hour.text} * * *`, timeZone, at);
            if (next === undefined || next.getTime() >= from + 14 * HOUR_MS) break;
            found.push(next.getTime());
            at = next;
          }
          expect(found).toEqual(expectedTimes(from, 14, timeZone, matches));
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it("A skipped hour runs once at the end of the gap, and a doubled hour runs once.", () => {
    const next = (cron: string, after: string) =>
      nextCronTime(cron, "Europe/Berlin", new Date(after))?.toISOString();
    expect(next("0,30 2 * * *", "2026-03-28T23:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(next("0,30 2 * * *", "2026-03-29T01:00Z")).toBe("2026-03-30T00:00:00.000Z");
    expect(next("30 2 * * *", "2026-10-24T23:00Z")).toBe("2026-10-25T00:30:00.000Z");
    expect(next("30 2 * * *", "2026-10-25T00:30Z")).toBe("2026-10-26T01:30:00.000Z");
    expect(next("0 0 30 2 *", "2026-10-25T00:30Z")).toBeUndefined();
  });
});

describe("Runs of monitors", () => {
  it("Runs of an interval keep their distance, and missed runs are skipped.", () => {
    const schedule = { every: "1h" };
    const id = "0".repeat(16) + "80000000";
    const now = new Date("2026-11-22T10:00:00Z");
    expect(nextRunTime(schedule, id, { now })?.toISOString()).toBe("2026-11-22T10:00:30.000Z");
    const last = new Date("2026-11-22T06:10:00Z");
    expect(nextRunTime(schedule, id, { now, last })?.toISOString()).toBe(
      "2026-11-22T10:10:00.000Z",
    );
  });

  it("Monitors with the same cron schedule are spread over a minute, and each monitor always runs at the same second.", () => {
    const schedule = { cron: "0 9 * * *", timeZone: "UTC" };
    const id = "0".repeat(16) + "40000000";
    const at = (now: string) =>
      nextRunTime(schedule, id, { now: new Date(now), last: new Date(now) })?.toISOString();
    expect(at("2026-11-22T08:00:00Z")).toBe("2026-11-22T09:00:15.000Z");
    expect(at("2026-11-22T09:00:10Z")).toBe("2026-11-22T09:00:15.000Z");
    expect(at("2026-11-22T09:00:15Z")).toBe("2026-11-23T09:00:15.000Z");
  });

  it("Schedules that run too often, never or in an unknown form are refused with the reason.", () => {
    const messageOf = (schedule: unknown) =>
      newMonitorBody.safeParse({ name: "a", url: "https://example.com/", schedule }).error
        ?.issues[0]?.message;
    expect(messageOf({ every: "5m" })).toBeUndefined();
    expect(messageOf({ cron: "*/5 * * * *" })).toBeUndefined();
    for (const schedule of [
      { every: "4m" },
      { cron: "*/4 * * * *" },
      { cron: "58,1 * * * *" },
      { cron: "* * 29 2 *" },
    ])
      expect(messageOf(schedule), JSON.stringify(schedule)).toContain("every 5 minutes");
    expect(messageOf({ every: "often" })).toContain("15m");
    expect(messageOf({ cron: "0 0 9 * * *" })).toContain("five fields");
    expect(messageOf({ cron: "0 25 * * *" })).toContain("five fields");
    expect(messageOf({ cron: "0 0 30 2 *" })).toContain("never");
    expect(messageOf({ cron: "0 9 * * *", timeZone: "Mars/Olympus" })).toContain("IANA");
  });
});
