import { expect, it } from "vitest";
import { Budget } from "../../../../src/capture/budget.ts";
import { expectedBytes, withShotMemory } from "../../../../src/capture/shoot/shot-memory.ts";

const SCREEN = expectedBytes("png", 1280 * 1024);
const LARGE = expectedBytes("png", 6_000_000);

/** Starts a shot that runs until `end` is called. */
function startShot(bytes: number, timeoutMs = 5_000) {
  const state = { isRunning: false };
  const { promise, resolve } = Promise.withResolvers<void>();
  const result = withShotMemory(bytes, new Budget(timeoutMs), () => {
    state.isRunning = true;
    return promise;
  });
  return { state, result, end: resolve };
}

it("Shots of the default viewport run at the same time, and a large one waits for its memory.", async () => {
  const small = [SCREEN, SCREEN, SCREEN, SCREEN].map((bytes) => startShot(bytes));
  const large = startShot(LARGE);
  const last = startShot(SCREEN);
  await expect.poll(() => small.every(({ state }) => state.isRunning)).toBe(true);
  expect([large.state.isRunning, last.state.isRunning]).toEqual([false, false]);

  for (const { end } of small) end();
  await expect.poll(() => large.state.isRunning).toBe(true);
  // The last one does not overtake the large one, and does not fit with it.
  expect(last.state.isRunning).toBe(false);
  large.end();
  await expect.poll(() => last.state.isRunning).toBe(true);
  last.end();
  await Promise.all([large.result, last.result, ...small.map(({ result }) => result)]);
});

it("A shot that needs more than all memory runs alone.", async () => {
  const huge = startShot(10 * LARGE);
  await expect.poll(() => huge.state.isRunning).toBe(true);
  const next = startShot(SCREEN);
  huge.end();
  await expect.poll(() => next.state.isRunning).toBe(true);
  next.end();
});

it("A shot that does not end blocks others only until its capture's time expires.", async () => {
  const hung = startShot(LARGE, 100);
  hung.result.catch(() => undefined);
  const next = startShot(LARGE);
  await expect.poll(() => next.state.isRunning).toBe(true);
  await expect(hung.result).rejects.toMatchObject({ code: "navigation_timeout" });
  next.end();
  await next.result;
});
