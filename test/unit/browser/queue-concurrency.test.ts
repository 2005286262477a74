// The queue delivers as many captures at once as the pool lends places to: more would wait in vain, fewer leave browsers idle.
import { expect, it } from "vitest";
import wrangler from "../../../wrangler.toml?raw";
import { countQueuedSlots } from "../../../src/browser/schedule.ts";

function numberOf(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} = "?(\\d+)"?$`, "m").exec(text) ?? [];
  return Number(value);
}

it("wrangler.toml raises the consumer's concurrency together with the browsers", () => {
  const consumer = wrangler
    .split("[[queues.consumers]]")
    .slice(1)
    .find((section) => section.includes('queue = "edgeshot-captures"'));
  const delivered =
    numberOf(consumer ?? "", "max_batch_size") * numberOf(consumer ?? "", "max_concurrency");
  const places = countQueuedSlots({
    maxSessions: numberOf(wrangler, "BROWSER_SESSIONS"),
    capturesPerSession: numberOf(wrangler, "CAPTURES_PER_SESSION"),
  });
  expect(delivered).toBe(places);
});
