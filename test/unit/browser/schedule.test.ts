import { describe, expect, it } from "vitest";
import {
  countAccountSlots,
  countQueuedAccountSlots,
  countQueuedSlots,
  isIdle,
  isDueForReplacement,
  nextStartAt,
  type SessionLoad,
} from "../../../src/browser/schedule.ts";

function session(load: Partial<SessionLoad> = {}): SessionLoad {
  return { name: "a", state: "ready", active: 0, captures: 0, idleSince: 0, ...load };
}

describe("isDueForReplacement", () => {
  it("A browser is due for replacement after 250 captures.", () => {
    expect(isDueForReplacement(session({ captures: 249 }))).toBe(false);
    expect(isDueForReplacement(session({ captures: 250 }))).toBe(true);
    expect(isDueForReplacement(session({ captures: 251 }))).toBe(true);
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

describe("nextStartAt", () => {
  it("The first browser starts immediately.", () => {
    expect(nextStartAt(0, 3, 50_000)).toBe(50_000);
  });

  it("Additional starts are distributed evenly over the second.", () => {
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
    const limits = { maxSessions: sessions, capturesPerSession: each, accountSlots: 0 };
    expect(countQueuedSlots(limits)).toBe(slots);
  });
});

describe("countAccountSlots", () => {
  it.each([
    [4, 2, 0, 4],
    [3, 1, 0, 1],
    [1, 1, 0, 1],
    [200, 4, 0, 400],
    [4, 2, 8, 8],
    [4, 2, 3, 3],
    [4, 2, 100, 8],
  ])(
    "%i browsers with %i slots each and ACCOUNT_SLOTS %i give an account %i slots.",
    (maxSessions, capturesPerSession, accountSlots, slots) => {
      expect(countAccountSlots({ maxSessions, capturesPerSession, accountSlots })).toBe(slots);
    },
  );

  it("The queued captures of an account leave a quarter of its slots free.", () => {
    const limits = { maxSessions: 4, capturesPerSession: 2, accountSlots: 0 };
    expect(countQueuedAccountSlots(limits)).toBe(3);
  });
});
