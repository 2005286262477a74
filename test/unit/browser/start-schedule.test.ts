import { afterEach, describe, expect, it, vi } from "vitest";
import { StartSchedule } from "../../../src/browser/start-schedule.ts";

const now = 1_000_000;

afterEach(() => {
  vi.restoreAllMocks();
});

describe("StartSchedule.next", () => {
  it("Starts are delayed by up to a fifth of their interval.", () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    const starts = new StartSchedule();
    expect(starts.next(2, now)).toBe(now);
    random.mockReturnValue(1);
    expect(starts.next(2, now)).toBe(now + 500);
    expect(starts.next(2, now)).toBe(now + 1_100);
  });
});

describe("StartSchedule.refuse", () => {
  it("No browser starts before the requested time has passed.", () => {
    const starts = new StartSchedule();
    starts.refuse(20, now);
    expect(starts.blockedForMs(now)).toBe(20_000);
    expect(starts.notBefore).toBe(now + 20_000);
    expect(starts.next(3, now)).toBe(now + 20_000);
    expect(starts.blockedForMs(now + 20_000)).toBe(0);
  });

  it("The wait doubles with each refusal up to a minute, and a start resets it.", () => {
    const starts = new StartSchedule();
    const waits = [];
    for (let time = now; waits.length < 8; time = starts.notBefore) {
      starts.refuse(0, time);
      waits.push(starts.blockedForMs(time));
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    starts.succeed();
    const later = starts.notBefore;
    starts.refuse(0, later);
    expect(starts.blockedForMs(later)).toBe(1_000);
  });

  it("Concurrent refusals count once, and a shorter wait does not replace a longer one.", () => {
    const starts = new StartSchedule();
    starts.refuse(20, now);
    starts.refuse(0, now + 10);
    expect(starts.notBefore).toBe(now + 20_000);
    starts.refuse(0, now + 20_000);
    expect(starts.blockedForMs(now + 20_000)).toBe(2_000);
  });
});
