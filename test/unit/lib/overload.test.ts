import { expect, it } from "vitest";
import { isOverload } from "../../../src/lib/overload.ts";

it.each([
  [
    "an overloaded object",
    Object.assign(new Error("Durable Object is overloaded."), { overloaded: true }),
  ],
  [
    "an object whose code was updated",
    Object.assign(new Error("The code was updated."), { retryable: true }),
  ],
  ["an overloaded database", new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.")],
  [
    "a query that failed because of an overload",
    new Error("Failed query: select 1", {
      cause: new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
    }),
  ],
])("The error of %s is an overload.", (_, error) => {
  expect(isOverload(error)).toBe(true);
});

it.each([
  ["a query with a wrong column", new Error("D1_ERROR: no such column: a")],
  ["a permanent failure", Object.assign(new Error("Broken."), { retryable: false })],
  ["a value that is no error", "D1 DB is overloaded"],
])("The error of %s is not an overload.", (_, error) => {
  expect(isOverload(error)).toBe(false);
});
