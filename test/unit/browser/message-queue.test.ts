import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MessageQueue } from "../../../src/browser/message-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a queue and the messages that it has delivered. */
function createQueue() {
  const delivered: string[] = [];
  const queue = new MessageQueue<string>((message) => delivered.push(message));
  const flood = (origin: string, count: number) => {
    for (let i = 0; i < count; i += 1) queue.push(origin, `${origin} ${i}`);
  };
  return { queue, delivered, flood };
}

describe("The queue", () => {
  it("delivers single messages immediately.", () => {
    const { queue, delivered } = createQueue();
    queue.push("a", "first");
    queue.push("b", "second");
    expect(delivered).toEqual(["first", "second"]);
  });

  it("sets no timer for the few messages of a capture.", () => {
    const { delivered, flood } = createQueue();
    flood("a", 50);
    expect(delivered).toHaveLength(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("lets other work run between two turns of many messages.", () => {
    const { delivered, flood } = createQueue();
    flood("a", 1_000);
    let turns = 1;
    for (; delivered.length < 1_000; turns += 1) {
      const before = delivered.length;
      vi.advanceTimersToNextTimer();
      expect(delivered.length - before).toBeLessThan(100);
    }
    expect(turns).toBeGreaterThan(10);
  });

  it("lets other work run between two turns of large messages.", () => {
    const { queue, delivered } = createQueue();
    for (let i = 0; i < 20; i += 1) queue.push("a", "x".repeat(60_000));
    expect(delivered.length).toBeLessThan(10);
  });

  it("delivers the few messages of one origin before the many of another.", async () => {
    const { queue, delivered, flood } = createQueue();
    flood("flood", 10_000);
    queue.push("page", "first of the page");
    queue.push("page", "second of the page");
    await vi.advanceTimersByTimeAsync(1);
    expect(delivered).toContain("second of the page");
    expect(delivered.length).toBeLessThan(300);
  });

  it("keeps the order of the messages of each origin.", async () => {
    const { delivered, flood } = createQueue();
    flood("a", 200);
    flood("b", 200);
    flood("a", 200);
    await vi.advanceTimersByTimeAsync(100);
    const numbers = delivered.filter((message) => message.startsWith("a")).map(numberOf);
    expect(numbers).toEqual([...range(200), ...range(200)]);
    expect(delivered.filter((message) => message.startsWith("b")).map(numberOf)).toEqual(
      range(200),
    );
  });

  it("discards the waiting messages that an origin no longer needs.", async () => {
    const { queue, delivered, flood } = createQueue();
    flood("a", 1_000);
    queue.push("a", "needed");
    queue.retain("a", (message) => message === "needed");
    const before = delivered.length;
    await vi.advanceTimersByTimeAsync(100);
    expect(delivered.slice(before)).toEqual(["needed"]);
  });
});

function numberOf(message: string): number {
  return Number(message.split(" ")[1]);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
