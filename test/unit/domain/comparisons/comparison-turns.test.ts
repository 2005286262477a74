import { expect, it, onTestFinished, vi } from "vitest";
import { inTurn } from "../../../../src/domain/comparisons/comparison-turns.ts";

/** Starts comparisons that end when the test calls `end`. `running` contains the labels of the running ones. */
function createComparisons() {
  const running = new Map<string, () => void>();
  const start = (accountId: string, label: string) =>
    inTurn(accountId, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(label, resolve);
      await promise;
    });
  const end = (label: string) => {
    running.get(label)?.();
    running.delete(label);
  };
  return { start, end, labels: () => [...running.keys()] };
}

it("An account runs two comparisons at the same time, and the others wait in the order of their arrival.", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { start, end, labels } = createComparisons();
  const waiting = ["1", "2", "3", "4"].map((label) => start("many", label));
  const other = start("other", "o");
  await vi.advanceTimersByTimeAsync(100);
  expect(labels()).toEqual(["1", "2", "o"]);
  end("1");
  await vi.advanceTimersByTimeAsync(100);
  expect(labels()).toEqual(["2", "o", "3"]);
  for (const label of ["2", "3", "o"]) end(label);
  await vi.advanceTimersByTimeAsync(100);
  end("4");
  await Promise.all([...waiting, other]);
});

it("A comparison that cannot start within 20 seconds is refused, and its turn passes to the next one.", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { start, end, labels } = createComparisons();
  const running = [start("many", "1"), start("many", "2")];
  const refused = start("many", "3").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await refused).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
  const next = start("many", "4");
  end("1");
  await vi.advanceTimersByTimeAsync(100);
  expect(labels()).toEqual(["2", "4"]);
  for (const label of ["2", "4"]) end(label);
  await Promise.all([...running, next]);
});

it("The turns of comparisons that never end pass to others after a minute.", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { start, end, labels } = createComparisons();
  void start("lost", "1");
  void start("lost", "2");
  await vi.advanceTimersByTimeAsync(50_000);
  const next = start("lost", "3");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(labels()).toEqual(["1", "2"]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(labels()).toEqual(["1", "2", "3"]);
  end("3");
  await next;
});
