import { expect, it } from "vitest";
import { plans, resolveLimits } from "../../../src/contract/plans.ts";

const none = { monthlyScreenshots: null, storageBytes: null, requestsPerMinute: null };

it.each([
  ["free", 100, 500_000_000, 5],
  ["starter", 5_000, 5_000_000_000, 20],
  ["pro", 25_000, 15_000_000_000, 60],
  ["business", 75_000, 50_000_000_000, 120],
] as const)(
  "The plan %s has the published limits.",
  (plan, monthlyScreenshots, storageBytes, requestsPerMinute) => {
    expect(resolveLimits(plan, none)).toEqual({
      monthlyScreenshots,
      storageBytes,
      requestsPerMinute,
    });
  },
);

it("An operator can override each limit of an account, down to zero.", () => {
  expect(resolveLimits("free", { ...none, storageBytes: 0, requestsPerMinute: 7 })).toEqual({
    ...plans.free.limits,
    storageBytes: 0,
    requestsPerMinute: 7,
  });
});
