// Schedules of monitors: intervals, and cron expressions in a time zone, compared with a slow reference implementation.
import { Cron } from "croner";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { newMonitorBody } from "../../../src/contract/monitors.ts";
import { isTooFrequent, nextCronTime } from "../../../src/lib/cron.ts";
import { nextRunTime } from "../../../src/lib/run-schedule.ts";
import { wallTimeOf } from "../../../src/lib/wall-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Times shortly before a change of the clock, and times without one. */
const CHANGES = [
  ["Europe/Berlin", "2026-03-28T23:00Z"],
  ["Europe/Berlin", "2026-10-24T23:00Z"],
  ["America/New_York", "2026-03-08T05:00Z"],
  ["America/New_York", "2026-11-01T04:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T13:30Z"],
  ["Australia/Lord_Howe", "2026-04-04T13:00Z"],
  // The clock skipped and repeated midnight.
  ["America/Sao_Paulo", "2018-11-04T01:00Z"],
  ["America/Sao_Paulo", "2018-02-17T23:00Z"],
  ["Asia/Kolkata", "2026-03-28T20:00Z"],
  ["UTC", "2026-12-31T22:00Z"],
] as const;

/** Minutes that are compared after each of these times. */
const WINDOW_MINUTES = 6 * 60;
const MINUTES_BEFORE = 4 * 60;

/** Returns an arbitrary field: a star, a list, a range, or steps. `likely`: values that lists prefer. */
function fieldOf(min: number, max: number, likely: number[], minStep: number) {
  const value = fc.oneof(fc.constantFrom(...likely), fc.integer({ min, max }));
  const list = fc
    .uniqueArray(value, { minLength: 1, maxLength: 4 })
    .map((chosen) => chosen.join(","));
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: minStep, max: Math.max(minStep, Math.floor(max / 2)) });
  const steps = fc.tuple(fc.oneof(fc.constant("*"), range), step).map((parts) => parts.join("/"));
  return { star: fc.constant("*"), list, range, steps };
}

const MIN_STEP_MINUTES = 5;

const schedule = fc.constantFrom(...CHANGES).chain(([timeZone, start]) => {
  const date = new Date(Date.parse(start) + 12 * HOUR_MS);
  const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  const minute = fieldOf(0, 59, [0, 1, 5, 29, 30, 55, 58, 59], MIN_STEP_MINUTES);
  const hour = fieldOf(0, 23, [0, 1, 2, 3, 23], 1);
  const days = fieldOf(1, 31, [day, Math.max(1, day - 1), 1, 31], 2);
  const months = fieldOf(1, 12, [month], 2);
  const weekdays = fieldOf(0, 6, [0, 6], 2);
  const expression = fc.tuple(
    // The last time of a day and the first time of the next day are often close.
    fc.oneof(minute.list, minute.steps, fc.constant("0,58")),
    fc.oneof(fc.constant("0,23"), hour.star, hour.list, hour.range, hour.steps),
    // With two restricted fields for days, a day matches one of them.
    fc.oneof(
      fc.constant("* * *"),
      fc.tuple(fc.oneof(days.list, days.range, days.steps), months.star, weekdays.star),
      fc.tuple(days.star, fc.oneof(months.list, months.range, months.steps), weekdays.star),
      fc.tuple(days.star, months.star, fc.oneof(weekdays.list, weekdays.range)),
      fc.tuple(days.list, months.star, weekdays.list),
    ),
  );
  return expression.map((fields) => ({
    timeZone,
    start,
    cron: fields.flat().join(" "),
  }));
});

type Field = { isStar: boolean; has: (value: number) => boolean };

/** Reads one field independently of the implementation. */
function readField(text: string, min: number, max: number): Field {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", step = "1"] = part.split("/");
    const [from = min, to = range === "*" ? max : from] =
      range === "*" ? [] : range.split("-").map(Number);
    for (let value = from; value <= to; value += Number(step)) values.add(value);
  }
  return { isStar: text === "*", has: (value) => values.has(value) };
}

function readCron(cron: string) {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.split(" ");
  const fields = {
    minute: readField(minute, 0, 59),
    hour: readField(hour, 0, 23),
    day: readField(day, 1, 31),
    month: readField(month, 1, 12),
    weekday: readField(weekday, 0, 6),
  };
  const matchesTime = (wall: Date) =>
    fields.minute.has(wall.getUTCMinutes()) && fields.hour.has(wall.getUTCHours());
  const matchesDay = (wall: Date) => {
    const [isDay, isWeekday] = [
      fields.day.has(wall.getUTCDate()),
      fields.weekday.has(wall.getUTCDay()),
    ];
    const isEither = !fields.day.isStar && !fields.weekday.isStar;
    const matches = isEither ? isDay || isWeekday : isDay && isWeekday;
    return matches && fields.month.has(wall.getUTCMonth() + 1);
  };
  return { matchesTime, matchesDay };
}

/** The wall times of every minute of a window. */
const windows = new Map<string, { at: number; wall: number }[]>();

function windowOf(timeZone: string, start: string) {
  const key = timeZone + start;
  const known = windows.get(key);
  if (known !== undefined) return known;
  const first = Date.parse(start) - MINUTES_BEFORE * MINUTE_MS;
  const window = Array.from({ length: MINUTES_BEFORE + WINDOW_MINUTES }, (_, minute) => {
    const at = first + minute * MINUTE_MS;
    return { at, wall: wallTimeOf(at, timeZone) };
  });
  windows.set(key, window);
  return window;
}

/**
 * Walks through every minute: each wall time counts once, skipped wall times count at the end of the gap, and a time less
 * than five minutes after the previous one is left out.
 */
function expectedTimes(cron: string, timeZone: string, start: string): number[] {
  const { matchesTime, matchesDay } = readCron(cron);
  const times: number[] = [];
  const window = windowOf(timeZone, start);
  let latestWall = (window[0]?.wall ?? 0) - MINUTE_MS;
  for (const { at, wall } of window) {
    let isDue = false;
    for (let passed = latestWall + MINUTE_MS; passed <= wall; passed += MINUTE_MS) {
      const date = new Date(passed);
      isDue ||= matchesTime(date) && matchesDay(date);
    }
    latestWall = Math.max(latestWall, wall);
    if (isDue && at - (times.at(-1) ?? 0) >= MIN_STEP_MINUTES * MINUTE_MS) times.push(at);
  }
  return times.filter((at) => at > Date.parse(start));
}

/** Walks through the days of a whole cycle of the calendar. */
function isExpectedTooFrequent(cron: string): boolean {
  const { matchesTime, matchesDay } = readCron(cron);
  const DAY_MINUTES = 24 * 60;
  const daily = Array.from({ length: DAY_MINUTES }, (_, minute) => minute).filter((minute) =>
    matchesTime(new Date(minute * MINUTE_MS)),
  );
  if (daily.some((minute, i) => minute - (daily[i - 1] ?? -Infinity) < MIN_STEP_MINUTES))
    return true;
  if ((daily[0] ?? 0) + DAY_MINUTES - (daily.at(-1) ?? 0) >= MIN_STEP_MINUTES) return false;
  let isAfterMatch = false;
  for (let day = 0; day < 28 * 366; day++) {
    const matches = matchesDay(new Date(Date.UTC(2000, 0, 1 + day)));
    if (matches && isAfterMatch) return true;
    isAfterMatch = matches;
  }
  return false;
}

describe("A cron schedule", () => {
  it("Cron schedules of any form agree with a slow reference implementation around every change of the clock.", () => {
    let compared = 0;
    fc.assert(
      fc.property(schedule, ({ timeZone, start, cron }) => {
        const isFrequent = isTooFrequent(cron);
        expect(isFrequent).toBe(isExpectedTooFrequent(cron));
        if (isFrequent) return;
        const end = Date.parse(start) + WINDOW_MINUTES * MINUTE_MS;
        const found: number[] = [];
        for (let at = new Date(start); ;) {
          const next = nextCronTime(cron, timeZone, at);
          if (next === undefined || next.getTime() >= end) break;
          found.push(next.getTime());
          at = next;
        }
        expect(found).toEqual(expectedTimes(cron, timeZone, start));
        compared += found.length;
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it.each([
    ["*/5 * 1,3,5 * *", 50, false],
    ["0,59 0,23 * * 1,3,5", 400, false],
    ["0,59 0,23 31 2,4,6,9,11 1,3,5", 400, false],
    ["0,59 0,23 31 2 1,2", 400, true],
    ["0,59 0,23 29 2 1", 400, true],
  ])(
    "The interval of the schedule %s is checked in at most %i steps.",
    (cron, maxSteps, frequent) => {
      // The package does not export the class of its iterators.
      const iterators = Object.getPrototypeOf(new Cron(cron, { paused: true }).enumerate()) as {
        next: () => IteratorResult<Date>;
      };
      const next = vi.spyOn(iterators, "next");
      try {
        expect(isTooFrequent(cron)).toBe(frequent);
        expect(next.mock.calls.length).toBeLessThanOrEqual(maxSteps);
      } finally {
        next.mockRestore();
      }
    },
  );

  it("Two runs are at least five minutes apart when the clock skips an hour.", () => {
    const timesOf = (cron: string, after: string, count: number) => {
      const times: string[] = [];
      for (let at = new Date(after); times.length < count;) {
        at = nextCronTime(cron, "Europe/Berlin", at) ?? new Date(Number.NaN);
        times.push(at.toISOString().slice(11, 16));
      }
      return times;
    };
    const [before, steps] = ["2026-03-29T00:50Z", "1-59/5 * * * *"];
    expect(timesOf(steps, before, 4)).toEqual(["00:51", "00:56", "01:01", "01:06"]);
    expect(timesOf("0,58 1,3 * * *", before, 2)).toEqual(["00:58", "01:58"]);
    // The result does not depend on the time of the search.
    expect(timesOf("0,58 1,3 * * *", "2026-03-29T00:58Z", 1)).toEqual(["01:58"]);
    expect(timesOf("0,58 1,3 * * *", "2026-03-29T00:59Z", 1)).toEqual(["01:58"]);
  });

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

  it("Runs of cron schedules are spread over at most a tenth of the shortest time between them.", () => {
    const last = "0".repeat(16) + "ffffffff";
    const now = new Date("2026-11-22T07:59:59Z");
    const spreadSeconds = (cron: string) => {
      const at = nextRunTime({ cron, timeZone: "UTC" }, last, { now: new Date(now) });
      return Math.ceil(((at?.getTime() ?? 0) - now.getTime() - 1000) / 1000);
    };
    expect(spreadSeconds("*/5 * * * *")).toBe(30);
    expect(spreadSeconds("0-50/8,58 * * * *")).toBe(12);
    expect(spreadSeconds("0 * * * *")).toBe(60);
    expect(spreadSeconds("0,30 8 * * 0")).toBe(60);
  });

  it("Schedules that run too often, never or in an unknown form are refused with the reason.", () => {
    const messageOf = (schedule: unknown) =>
      newMonitorBody.safeParse({ name: "a", url: "https://example.com/", schedule }).error
        ?.issues[0]?.message;
    expect(messageOf({ every: "5m" })).toBeUndefined();
    expect(messageOf({ cron: "*/5 * * * *" })).toBeUndefined();
    // The times are close only across midnight, and the days are not consecutive.
    expect(messageOf({ cron: "0,58 0,23 1 * *" })).toBeUndefined();
    for (const schedule of [
      { every: "4m" },
      { cron: "*/4 * * * *" },
      { cron: "58,1 * * * *" },
      { cron: "0,58 0,23 28,29 2 *" },
      { cron: "0,58 0,23 1,31 * *" },
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
