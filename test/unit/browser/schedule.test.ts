import { describe, expect, it } from "vitest";
import {
  chooseSession,
  chooseWaiter,
  countQueuedSlots,
  countStarts,
  isIdle,
  isWornOut,
  nextStartAt,
  type SessionLoad,
} from "../../../src/browser/schedule.ts";

function session(load: Partial<SessionLoad> = {}): SessionLoad {
  return { name: "a", state: "ready", active: 0, captures: 0, idleSince: 0, ...load };
}

describe("chooseSession", () => {
  it("chooseSession returns the browser with the fewest running captures.", () => {
    const busy = session({ name: "busy", active: 1 });
    const free = session({ name: "free", active: 0 });
    expect(chooseSession([busy, free], 2)).toBe(free);
    expect(chooseSession([free, busy], 2)).toBe(free);
  });

  it("chooseSession returns a browser with one free slot.", () => {
    const almostFull = session({ active: 1 });
    expect(chooseSession([almostFull], 2)).toBe(almostFull);
  });

  it("chooseSession never returns a full browser.", () => {
    expect(chooseSession([session({ active: 2 }), session({ active: 3 })], 2)).toBeUndefined();
  });

  it.each(["starting", "retiring"] as const)(
    "chooseSession never returns a browser that is %s.",
    (state) => {
      expect(chooseSession([session({ state })], 2)).toBeUndefined();
    },
  );

  it("chooseSession returns undefined without browsers.", () => {
    expect(chooseSession([], 2)).toBeUndefined();
  });
});

describe("isWornOut", () => {
  it("A browser is worn out after 250 captures.", () => {
    expect(isWornOut(session({ captures: 249 }))).toBe(false);
    expect(isWornOut(session({ captures: 250 }))).toBe(true);
    expect(isWornOut(session({ captures: 251 }))).toBe(true);
  });
});

describe("isIdle", () => {
  const now = 1_000_000;

  it("An unused browser is idle after one minute.", () => {
    expect(isIdle(session({ idleSince: now - 59_999 }), now)).toBe(false);
    expect(isIdle(session({ idleSince: now - 60_000 }), now)).toBe(true);
  });

  it("A browser with a running capture is not idle.", () => {
    expect(isIdle(session({ idleSince: 0, active: 1 }), now)).toBe(false);
  });

  it("A starting browser is not idle.", () => {
    expect(isIdle(session({ idleSince: 0, state: "starting" }), now)).toBe(false);
  });
});

describe("countStarts", () => {
  const limits = { maxSessions: 4, capturesPerSession: 2 };

  it("countStarts returns 0 without waiting captures.", () => {
    expect(countStarts([session()], 0, limits)).toBe(0);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 4],
  ])("%i waiting captures start %i browsers with two slots each.", (waiting, starts) => {
    expect(countStarts([], waiting, limits)).toBe(starts);
  });

  it("countStarts includes the slots of starting browsers.", () => {
    expect(countStarts([session({ state: "starting" })], 2, limits)).toBe(0);
    expect(countStarts([session({ state: "starting" })], 3, limits)).toBe(1);
  });

  it("countStarts never exceeds the limit of running browsers, including retiring browsers.", () => {
    const alive = [session(), session({ state: "starting" }), session({ state: "retiring" })];
    expect(countStarts(alive, 50, limits)).toBe(1);
    expect(countStarts([...alive, session()], 50, limits)).toBe(0);
    expect(countStarts([...alive, session(), session()], 50, limits)).toBe(0);
  });
});

describe("nextStartAt", () => {
  it("The first browser starts immediately.", () => {
    expect(nextStartAt(0, 3, 50_000)).toBe(50_000);
  });

  it("Further starts are distributed evenly over the second.", () => {
    expect(nextStartAt(50_000, 2, 50_000)).toBe(50_500);
    expect(nextStartAt(50_500, 2, 50_000)).toBe(51_000);
  });

  it("A start time in the past is replaced by the current time.", () => {
    expect(nextStartAt(50_000, 2, 50_501)).toBe(50_501);
  });
});

describe("countQueuedSlots", () => {
  it.each([
    [4, 2, 6],
    [3, 1, 2],
    [2, 1, 1],
    [1, 2, 1],
    [1, 1, 1],
    [200, 4, 600],
  ])("%i browsers with %i slots each accept %i queued captures.", (sessions, each, slots) => {
    expect(countQueuedSlots({ maxSessions: sessions, capturesPerSession: each })).toBe(slots);
  });
});

describe("chooseWaiter", () => {
  const now = { priority: "interactive" as const };
  const queued = { priority: "queued" as const };
  const waiters = [
    { accountId: "many", at: 1, ...now },
    { accountId: "few", at: 2, ...now },
    { accountId: "few", at: 3, ...now },
  ];

  it("chooseWaiter returns the account with the fewest running captures.", () => {
    const active = new Map([
      ["many", 3],
      ["few", 1],
    ]);
    expect(chooseWaiter(waiters, (id) => active.get(id) ?? 0, 1)).toBe(waiters[1]);
  });

  it("chooseWaiter returns the longest wait among equal accounts.", () => {
    expect(chooseWaiter(waiters, () => 1, 1)).toBe(waiters[0]);
  });

  it("chooseWaiter prefers an interactive capture of a busy account to a queued capture.", () => {
    const mixed = [
      { accountId: "idle", ...queued },
      { accountId: "busy", ...now },
    ];
    expect(chooseWaiter(mixed, (id) => (id === "busy" ? 5 : 0), 1)).toBe(mixed[1]);
  });

  it("chooseWaiter returns the queued capture of the account with the fewest running captures.", () => {
    const mixed = [
      { accountId: "busy", ...queued },
      { accountId: "idle", ...queued },
    ];
    expect(chooseWaiter(mixed, (id) => (id === "busy" ? 5 : 0), 1)).toBe(mixed[1]);
  });

  it("chooseWaiter returns no queued capture while all queued slots are in use.", () => {
    const mixed = [{ accountId: "a", ...queued }];
    expect(chooseWaiter(mixed, () => 0, 0)).toBeUndefined();
    expect(chooseWaiter([...mixed, ...waiters], () => 0, 0)).toBe(waiters[0]);
  });

  it("chooseWaiter returns undefined without waiting captures.", () => {
    expect(chooseWaiter([], () => 0, 1)).toBeUndefined();
  });
});
