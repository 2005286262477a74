// The queue's concurrency must equal the pool's slots for queued captures: a higher value makes captures wait, a lower value
// leaves browsers idle.
import { expect, it } from "vitest";
import wrangler from "../../../wrangler.toml?raw";
import { countQueuedSlots } from "../../../src/browser/schedule.ts";

function numberOf(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} = "?(\\d+)"?$`, "m").exec(text) ?? [];
  return Number(value);
}

it("The consumer concurrency in wrangler.toml equals the number of slots for queued captures.", () => {
  const consumer = wrangler
    .split("[[queues.consumers]]")
    .slice(1)
    .find((section) => section.includes('queue = "edgeshot-captures"'));
  const delivered =
    numberOf(consumer ?? "", "max_batch_size") * numberOf(consumer ?? "", "max_concurrency");
  const slots = countQueuedSlots({
    maxSessions: numberOf(wrangler, "BROWSER_SESSIONS"),
    capturesPerSession: numberOf(wrangler, "CAPTURES_PER_SESSION"),
    accountSlots: 0,
  });
  expect(delivered).toBe(slots);
});
