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
  it("lends the browser with the fewest captures running", () => {
    const busy = session({ name: "busy", active: 1 });
    const free = session({ name: "free", active: 0 });
    expect(chooseSession([busy, free], 2)).toBe(free);
    expect(chooseSession([free, busy], 2)).toBe(free);
  });

  it("lends a browser that has one place left", () => {
    const almostFull = session({ active: 1 });
    expect(chooseSession([almostFull], 2)).toBe(almostFull);
  });

  it("lends none that is full", () => {
    expect(chooseSession([session({ active: 2 }), session({ active: 3 })], 2)).toBeUndefined();
  });

  it.each(["starting", "retiring"] as const)("lends none that is %s", (state) => {
    expect(chooseSession([session({ state })], 2)).toBeUndefined();
  });

  it("lends none where there is none", () => {
    expect(chooseSession([], 2)).toBeUndefined();
  });
});

describe("isWornOut", () => {
  it("replaces a browser after 250 captures, not before", () => {
    expect(isWornOut(session({ captures: 249 }))).toBe(false);
    expect(isWornOut(session({ captures: 250 }))).toBe(true);
    expect(isWornOut(session({ captures: 251 }))).toBe(true);
  });
});

describe("isIdle", () => {
  const now = 1_000_000;

  it("ends a browser that nobody has used for a minute, not before", () => {
    expect(isIdle(session({ idleSince: now - 59_999 }), now)).toBe(false);
    expect(isIdle(session({ idleSince: now - 60_000 }), now)).toBe(true);
  });

  it("keeps a browser that captures, however long that takes", () => {
    expect(isIdle(session({ idleSince: 0, active: 1 }), now)).toBe(false);
  });

  it("keeps a browser that has not started yet", () => {
    expect(isIdle(session({ idleSince: 0, state: "starting" }), now)).toBe(false);
  });
});

describe("countStarts", () => {
  const limits = { maxSessions: 4, capturesPerSession: 2 };

  it("starts none where nobody waits", () => {
    expect(countStarts([session()], 0, limits)).toBe(0);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 4],
  ])("for %i who wait starts %i browsers of two places", (waiting, starts) => {
    expect(countStarts([], waiting, limits)).toBe(starts);
  });

  it("counts the places of browsers that are starting already", () => {
    expect(countStarts([session({ state: "starting" })], 2, limits)).toBe(0);
    expect(countStarts([session({ state: "starting" })], 3, limits)).toBe(1);
  });

  it("never has more browsers alive than the limit, those that retire among them", () => {
    const alive = [session(), session({ state: "starting" }), session({ state: "retiring" })];
    expect(countStarts(alive, 50, limits)).toBe(1);
    expect(countStarts([...alive, session()], 50, limits)).toBe(0);
    expect(countStarts([...alive, session(), session()], 50, limits)).toBe(0);
  });
});

describe("nextStartAt", () => {
  it("starts the first browser at once", () => {
    expect(nextStartAt(0, 3, 50_000)).toBe(50_000);
  });

  it("spreads further starts evenly over the second", () => {
    expect(nextStartAt(50_000, 2, 50_000)).toBe(50_500);
    expect(nextStartAt(50_500, 2, 50_000)).toBe(51_000);
  });

  it("does not wait for time that has passed", () => {
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
  ])("of %i browsers with %i places each lends %i to queued work", (sessions, each, slots) => {
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

  it("serves the account with the fewest captures running", () => {
    const active = new Map([
      ["many", 3],
      ["few", 1],
    ]);
    expect(chooseWaiter(waiters, (id) => active.get(id) ?? 0, 1)).toBe(waiters[1]);
  });

  it("serves whoever has waited longest among equals", () => {
    expect(chooseWaiter(waiters, () => 1, 1)).toBe(waiters[0]);
  });

  it("serves those who wait for an answer ahead of queued work, however busy their account", () => {
    const mixed = [
      { accountId: "idle", ...queued },
      { accountId: "busy", ...now },
    ];
    expect(chooseWaiter(mixed, (id) => (id === "busy" ? 5 : 0), 1)).toBe(mixed[1]);
  });

  it("serves queued work of the account with the fewest captures running", () => {
    const mixed = [
      { accountId: "busy", ...queued },
      { accountId: "idle", ...queued },
    ];
    expect(chooseWaiter(mixed, (id) => (id === "busy" ? 5 : 0), 1)).toBe(mixed[1]);
  });

  it("serves no queued work while its places are taken", () => {
    const mixed = [{ accountId: "a", ...queued }];
    expect(chooseWaiter(mixed, () => 0, 0)).toBeUndefined();
    expect(chooseWaiter([...mixed, ...waiters], () => 0, 0)).toBe(waiters[0]);
  });

  it("serves nobody where nobody waits", () => {
    expect(chooseWaiter([], () => 0, 1)).toBeUndefined();
  });
});
