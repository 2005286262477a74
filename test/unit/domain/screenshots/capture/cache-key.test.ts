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

describe("the fingerprint of a capture", () => {
  it("is made only where a cache was asked for", async () => {
    expect(await cacheKeyOf(input({}, { cache_ttl: 0 }))).toBeUndefined();
    expect(await cacheKeyOf(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["a name", input({ name: "report" })],
    ["the shape of the answer", input({}, { response_type: "json" })],
    [
      "how long it may take or be kept",
      input({}, { timeout: 1000, navigation_timeout: 1000, cache_ttl: 5 }),
    ],
    ["how the address is spelled", input({ url: "HTTPS://EXAMPLE.com:443" })],
    ["a default that is spelled out", input({}, { format: "png", full_page: false })],
  ])("does not depend on %s", async (_what, same) => {
    expect(await cacheKeyOf(same)).toBe(await cacheKeyOf(base));
  });

  it("does not depend on the order of headers", async () => {
    const one = input({}, { headers: { A: "1", B: "2" } });
    const other = input({}, { headers: { B: "2", A: "1" } });
    expect(await cacheKeyOf(one)).toBe(await cacheKeyOf(other));
  });

  it.each([
    ["the address", input({ url: "https://example.com/?a" })],
    [
      "the document",
      captureBody.parse({ html: "https://example.com/", options: { cache_ttl: 60 } }),
    ],
    ["an option", input({}, { dark_mode: false })],
    ["a header", input({}, { headers: { A: "1" } })],
    ["a cookie", input({}, { cookies: [{ name: "a", value: "1" }] })],
    ["local storage", input({}, { local_storage: { a: "1" } })],
    ["a password", input({}, { http_auth: { username: "a", password: "1" } })],
    ["what counts as a failure", input({}, { fail_on_status: true })],
  ])("depends on %s", async (_what, other) => {
    expect(await cacheKeyOf(other)).not.toBe(await cacheKeyOf(base));
  });
});
