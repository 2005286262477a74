// The page after sign-in is always a page of this service.
import { expect, it } from "vitest";
import { returnTo } from "../../../../src/dashboard/auth/return-to.ts";

const ORIGIN = "https://edgeshot.test";
const request = new Request(`${ORIGIN}/sign-in`, { method: "POST" });

it.each([
  "https://evil.test/",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  `${ORIGIN}.evil.test/`,
  `${ORIGIN}@evil.test/`,
  "javascript:alert(1)",
  "data:text/html,x",
  "/.//evil.test",
  "/..//evil.test",
])("After sign-in, %j leads to the overview.", (next) => {
  expect(returnTo(next, request)).toBe("/overview");
});

it.each([
  ["/%2f/evil.test", "/%2f/evil.test"],
  ["https:evil.test", "/evil.test"],
  ["/keys?done=key-revoked", "/keys?done=key-revoked"],
])("After sign-in, %j leads to the path %j.", (next, path) => {
  expect(returnTo(next, request)).toBe(path);
});
