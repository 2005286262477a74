import { describe, expect, it } from "vitest";
import { captureBody, type CaptureInput } from "../../../../../src/contract/capture.ts";
import { cacheKeyOf } from "../../../../../src/domain/screenshots/capture/cache-key.ts";

const input = (
  body: Record<string, unknown>,
  options: Record<string, unknown> = {},
): CaptureInput =>
  captureBody.parse({
    url: "https://example.com/",
    ...body,
    options: { cache_ttl: 60, ...options },
  });

const base = input({});

describe("cache key", () => {
  it("A capture has a cache key only if cache_ttl is set.", async () => {
    expect(await cacheKeyOf(input({}, { cache_ttl: 0 }))).toBeUndefined();
    expect(await cacheKeyOf(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["a name", input({ name: "report" })],
    ["the response type", input({}, { response_type: "json" })],
    [
      "timeouts and cache lifetime",
      input({}, { timeout: 1000, navigation_timeout: 1000, cache_ttl: 5 }),
    ],
    ["the spelling of the URL", input({ url: "HTTPS://EXAMPLE.com:443" })],
    ["an option with its default value", input({}, { format: "png", full_page: false })],
  ])("The cache key does not depend on %s.", async (_part, same) => {
    expect(await cacheKeyOf(same)).toBe(await cacheKeyOf(base));
  });

  it("The cache key does not depend on the order of headers.", async () => {
    const one = input({}, { headers: { A: "1", B: "2" } });
    const other = input({}, { headers: { B: "2", A: "1" } });
    expect(await cacheKeyOf(one)).toBe(await cacheKeyOf(other));
  });

  it.each([
    ["the URL", input({ url: "https://example.com/?a" })],
    [
      "the HTML document",
      captureBody.parse({ html: "https://example.com/", options: { cache_ttl: 60 } }),
    ],
    ["an option", input({}, { dark_mode: false })],
    ["a header", input({}, { headers: { A: "1" } })],
    ["a cookie", input({}, { cookies: [{ name: "a", value: "1" }] })],
    ["local storage", input({}, { local_storage: { a: "1" } })],
    ["a password", input({}, { http_auth: { username: "a", password: "1" } })],
    ["fail_on_status", input({}, { fail_on_status: true })],
  ])("The cache key depends on %s.", async (_part, other) => {
    expect(await cacheKeyOf(other)).not.toBe(await cacheKeyOf(base));
  });
});
