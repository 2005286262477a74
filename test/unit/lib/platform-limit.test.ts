import { expect, it } from "vitest";
import { findPlatformLimit } from "../../../src/lib/platform-limit.ts";

const evening = new Date("2026-11-22T21:30:00Z");

it.each([
  [
    "D1_ERROR: Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
    "daily_limit",
    9_000,
  ],
  ["Exceeded allowed volume of requests in Durable Objects free tier.", "daily_limit", 9_000],
  ["Browser Run returned status 429: Browser time limit exceeded for today", "daily_limit", 9_000],
  ["Free tier limit exceeded. (10253)", "daily_limit", 9_000],
  ["D1_ERROR: Exceeded maximum DB size.", "database_full", 3_600],
  ["D1_ERROR: database or disk is full: SQLITE_FULL", "database_full", 3_600],
  ["Too many API requests by single Worker invocation.", "call_limit", 3_600],
  ["Too many subrequests.", "call_limit", 3_600],
])("The error %j is the limit %s, with the time until it ends.", (message, reason, seconds) => {
  const wrapped = new Error("Failed query: select 1", { cause: new Error(message) });
  for (const error of [new Error(message), wrapped])
    expect(findPlatformLimit(error, evening)).toMatchObject({ reason, retryAfterSeconds: seconds });
});

it("An overload and a wrong query are no limits of the account.", () => {
  for (const error of [new Error("D1 DB is overloaded."), new Error("no such column: a"), "text"])
    expect(findPlatformLimit(error, evening)).toBeUndefined();
});
