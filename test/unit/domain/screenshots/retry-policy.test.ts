import { expect, it } from "vitest";
import { retryDelaySeconds } from "../../../../src/domain/screenshots/batch/retry-policy.ts";

it("A queued capture is delivered again after growing delays, and not before a longer failure ends.", () => {
  expect([1, 2, 3, 4, 5, 6, 90].map((count) => retryDelaySeconds(count))).toEqual([
    5, 10, 20, 40, 60, 60, 60,
  ]);
  expect(retryDelaySeconds(1, 3)).toBe(5);
  expect(retryDelaySeconds(1, 9_000)).toBe(9_000);
  // Queues delays a message at most 12 hours.
  expect(retryDelaySeconds(1, 80_000)).toBe(43_200);
});
