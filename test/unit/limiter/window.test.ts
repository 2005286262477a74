import { describe, expect, it } from "vitest";
import { hitsInWindow, checkLimit } from "../../../src/limiter/window.ts";

const now = 1_000_000_000;

describe("checkLimit", () => {
  it("The first request is allowed and becomes the oldest hit.", () => {
    expect(checkLimit([], 5, now)).toEqual({
      allowed: true,
      remaining: 4,
      resetAtSeconds: 1_000_060,
      retryAfterSeconds: 0,
    });
  });

  it("The last request below the limit is allowed.", () => {
    expect(checkLimit([now - 10_000, now - 5_000], 3, now)).toMatchObject({
      allowed: true,
      remaining: 0,
    });
  });

  it("The next request is rejected until the oldest hit leaves the window, rounded up to whole seconds.", () => {
    expect(checkLimit([now - 10_500, now - 5_000], 2, now)).toEqual({
      allowed: false,
      remaining: 0,
      resetAtSeconds: 1_000_050,
      retryAfterSeconds: 50,
    });
  });

  it("A rejected request waits for at least one second.", () => {
    expect(checkLimit([now - 59_999], 1, now).retryAfterSeconds).toBe(1);
  });

  it("After the limit is lowered, a request waits until enough hits leave the window.", () => {
    const hits = [now - 50_000, now - 40_000, now - 30_000];
    expect(checkLimit(hits, 1, now).retryAfterSeconds).toBe(30);
    expect(checkLimit(hits, 2, now).retryAfterSeconds).toBe(20);
  });

  it("A limit of zero allows no request.", () => {
    expect(checkLimit([], 0, now)).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 60,
    });
  });
});

describe("hitsInWindow", () => {
  it("A hit leaves the window after exactly 60 seconds.", () => {
    expect(hitsInWindow([now - 60_001, now - 60_000, now - 59_999, now], now)).toEqual([
      now - 59_999,
      now,
    ]);
  });

  it("The window keeps no hits when all have expired, and all hits when none has expired.", () => {
    expect(hitsInWindow([now - 70_000], now)).toEqual([]);
    expect(hitsInWindow([], now)).toEqual([]);
    expect(hitsInWindow([now], now)).toEqual([now]);
  });
});
