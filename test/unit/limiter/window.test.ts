import { describe, expect, it } from "vitest";
import { hitsInWindow, checkLimit } from "../../../src/limiter/window.ts";

const now = 1_000_000_000;

describe("checkLimit", () => {
  it("admits the first request and lets its own hit be the oldest", () => {
    expect(checkLimit([], 5, now)).toEqual({
      allowed: true,
      remaining: 4,
      resetAtSeconds: 1_000_060,
      retryAfterSeconds: 0,
    });
  });

  it("admits the last request that fits", () => {
    expect(checkLimit([now - 10_000, now - 5_000], 3, now)).toMatchObject({
      allowed: true,
      remaining: 0,
    });
  });

  it("refuses the next until the oldest hit leaves, in whole seconds rounded up", () => {
    expect(checkLimit([now - 10_500, now - 5_000], 2, now)).toEqual({
      allowed: false,
      remaining: 0,
      resetAtSeconds: 1_000_050,
      retryAfterSeconds: 50,
    });
  });

  it("never says to come back after no time at all", () => {
    expect(checkLimit([now - 59_999], 1, now).retryAfterSeconds).toBe(1);
  });

  it("waits for as many hits as it takes when the limit was lowered", () => {
    const hits = [now - 50_000, now - 40_000, now - 30_000];
    expect(checkLimit(hits, 1, now).retryAfterSeconds).toBe(30);
    expect(checkLimit(hits, 2, now).retryAfterSeconds).toBe(20);
  });

  it("admits nothing under a limit of zero", () => {
    expect(checkLimit([], 0, now)).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 60,
    });
  });
});

describe("hitsInWindow", () => {
  it("drops a hit when it is exactly a minute old", () => {
    expect(hitsInWindow([now - 60_001, now - 60_000, now - 59_999, now], now)).toEqual([
      now - 59_999,
      now,
    ]);
  });

  it("can be left with none, or with all", () => {
    expect(hitsInWindow([now - 70_000], now)).toEqual([]);
    expect(hitsInWindow([], now)).toEqual([]);
    expect(hitsInWindow([now], now)).toEqual([now]);
  });
});
