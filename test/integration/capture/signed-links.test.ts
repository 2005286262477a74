// Signed links: GET /v1/capture without an API key, until the link expires.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../../src/contract/capture-options.ts";
import { linkKeyOf, signLink } from "../../../src/contract/signed-link.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError, expectRateHeaders } from "../../support/expectations.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

const service = "https://edgeshot.test";
const url = "https://example.com/page?a=1&b=ü#top";
const HOUR_MS = 60 * 60 * 1000;

async function linkFor(
  key: string,
  options: Partial<CaptureOptionsInput> = {},
  expiresAt = new Date(Date.now() + HOUR_MS),
) {
  return signLink(service, { url, options }, expiresAt, await linkKeyOf(key));
}

/** Returns the link with parameters that were changed after signing. */
function changed(link: string, change: (parameters: URLSearchParams) => void): string {
  const address = new URL(link);
  change(address.searchParams);
  return address.href;
}

describe("A signed link captures a page without an API key.", () => {
  it("A signed link returns the image without a key and without details of the account.", async () => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const link = await linkFor(key, { full_page: true });
    expect(link).not.toContain(key);

    const response = await createApi({ render }).get(link);

    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(imageBytes);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(response.headers.get("X-Remaining-Credits")).toBeNull();
    expectRateHeaders(response);
    expect(requests[0]).toMatchObject({
      source: { kind: "url", url },
      options: { full_page: true },
    });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A signed link supports every type of option.", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const options = {
      format: "webp" as const,
      delay: 5,
      omit_background: true,
      wait_until: ["load" as const, "networkidle0" as const],
      hide_selectors: ["nav", "a, b"],
      cookies: [{ name: "a", value: "ü&=" }],
      headers: { "X-A": "1" },
      clip: { x: 1, y: 2, width: 3, height: 4 },
      styles: "a > b { color: red } /* +%20 */",
    };
    const response = await createApi({ render }).get(await linkFor(key, options));
    expect(response.status).toBe(200);
    expect(requests[0]?.options).toMatchObject(options);
  });

  it("A signed link works with another order and another encoding of its parameters.", async () => {
    const { key } = await seedAccount();
    const { search } = new URL(await linkFor(key, { selector: "a b" }));
    const reversed = search.slice(1).split("&").toReversed().join("&").replace("+", "%20");
    expect((await createApi(fakeRender()).get(`/v1/capture?${reversed}`)).status).toBe(200);
  });

  it("A signed link with full storage returns cached images and captures nothing, because every view would cost a credit.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const link = await linkFor(key);
    await (await api.get(link)).arrayBuffer();
    await api.settled();
    await env.DB.prepare("UPDATE accounts SET storage_bytes = 1 WHERE id = ?")
      .bind(accountId)
      .run();

    expect((await api.get(link)).headers.get("X-Cache")).toBe("HIT");
    const refusal = await api.get(await linkFor(key, { delay: 1 }));
    await expectError(refusal, 402, "usage_limit_exceeded", { resource: "storage" });
    expect(await usedCredits(accountId)).toBe(1);
    const uncached = await api.get(await linkFor(key, { cache_ttl: 0 }));
    expect(uncached.headers.get("X-Screenshot-Stored")).toBe("false");
  });

  it("A signed link reuses its capture by default, and browsers cache it for five minutes.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const link = await linkFor(key);
    const first = await api.get(link);
    await api.settled();
    const second = await api.get(link);
    expect([first, second].map(({ headers }) => headers.get("X-Cache"))).toEqual(["MISS", "HIT"]);
    expect(second.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A signed link with cache_ttl 0 captures every view, and browsers cache no link after its expiry.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const fresh = await linkFor(key, { cache_ttl: 0 });
    await api.get(fresh);
    await api.settled();
    expect((await api.get(fresh)).headers.get("Cache-Control")).toBe("private, no-store");
    expect(await usedCredits(accountId)).toBe(2);
    const short = await linkFor(key, {}, new Date(Date.now() + 60_000));
    const maxAge = (await api.get(short)).headers.get("Cache-Control")?.split("=")[1];
    expect(Number(maxAge)).toBeLessThanOrEqual(60);
    expect(Number(maxAge)).toBeGreaterThan(50);
    await api.settled();
  });

  it("Views of a signed link do not use up the requests of its owner.", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 1 });
    const api = createApi(fakeRender());
    const links = [await linkFor(key), await linkFor(key, { cache_ttl: 0 })];
    for (const link of links) for (let view = 0; view < 5; view++) await api.get(link);
    expect((await api.get("/v1/screenshots", { key })).status).toBe(200);
    await api.settled();
  });

  it("Captures of signed links have one window per account; stored images are still shown.", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 2 });
    const api = createApi(fakeRender());
    const cached = await linkFor(key);
    expect((await api.get(cached)).status).toBe(200);
    await api.settled();
    const uncached = await linkFor(key, { cache_ttl: 0 });
    expect((await api.get(uncached)).status).toBe(200);
    await expectError(await api.get(uncached), 429, "rate_limit_exceeded");
    const hit = await api.get(cached);
    expect([hit.status, hit.headers.get("X-Cache")]).toEqual([200, "HIT"]);
    await api.settled();
  });

  it("A link allows 60 views a minute for each client network.", async () => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const link = await linkFor(key);
    const view = (address: string) => api.get(link, { headers: { "CF-Connecting-IP": address } });
    await view("203.0.113.1");
    await api.settled();
    await Promise.all(Array.from({ length: 59 }, () => view("203.0.113.1")));
    await expectError(await view("203.0.113.1"), 429, "rate_limit_exceeded");
    expect((await view("203.0.113.2")).status).toBe(200);
    await api.settled();
  });

  it("A signed link stops working when it expires.", async () => {
    const { key } = await seedAccount();
    const start = Date.parse("2030-01-01T00:00:00Z");
    let now = new Date(start);
    const api = createApi({ ...fakeRender(), clock: () => now });
    const link = await linkFor(key, {}, new Date(start + 1_000));
    now = new Date(start + 999);
    expect((await api.get(link)).status).toBe(200);
    await api.settled();
    now = new Date(start + 1_000);
    await expectError(await api.get(link), 403, "link_expired");
  });

  it("A signed link stops working when its key is revoked.", async () => {
    const { key, keyId } = await seedAccount();
    const api = createApi(fakeRender());
    const link = await linkFor(key);
    expect((await api.get(link)).status).toBe(200);
    await api.settled();
    await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?").bind(keyId).run();
    await expectError(await api.get(link), 401, "invalid_api_key");
    const forged = changed(link, (parameters) => parameters.set("url", "https://example.org/"));
    await expectError(await api.get(forged), 401, "invalid_signature");
  });
});

describe("Invalid signed links are rejected without a capture or a charge.", () => {
  const zeros = "0".repeat(64);

  it.each<[string, (parameters: URLSearchParams) => void]>([
    ["another URL", (p) => p.set("url", "https://example.org/")],
    ["another option", (p) => p.set("full_page", "false")],
    ["an additional option", (p) => p.set("delay", "1")],
    ["an unknown parameter", (p) => p.set("colour", "1")],
    ["a missing option", (p) => p.delete("full_page")],
    ["a later expiry", (p) => p.set("expires", "99999999999")],
    ["no expiry", (p) => p.delete("expires")],
    ["an expiry that is not an integer", (p) => p.set("expires", "1e12")],
    ["another signature", (p) => p.set("signature", zeros)],
    ["half a signature", (p) => p.set("signature", (p.get("signature") ?? "").slice(0, 32))],
    ["an empty signature", (p) => p.set("signature", "")],
    ["a signature in capitals", (p) => p.set("signature", zeros.replaceAll("0", "A"))],
    ["no key", (p) => p.delete("key_id")],
    ["another key", (p) => p.set("key_id", "0".repeat(24))],
    ["a key that is a pattern", (p) => p.set("key_id", "%")],
    ["a repeated parameter", (p) => p.append("url", p.get("url") ?? "")],
    ["a second signature", (p) => p.append("signature", zeros)],
    ["an additional API key", (p) => p.set("api_key", "es_x")],
  ])("A signed link with %s is rejected.", async (_case, change) => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const link = changed(await linkFor(key, { full_page: true }), change);
    await expectError(await createApi({ render }).get(link), 401, "invalid_signature");
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("A link with random parameters is rejected.", async () => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const { id } = await linkKeyOf(key);
    const seconds = String(Math.floor(Date.now() / 1000) + 3600);
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.constantFrom(id, seconds, zeros),
    );
    const link = fc.record({
      key_id: text,
      expires: text,
      signature: text,
      url: text,
      delay: text,
    });
    await fc.assert(
      fc.asyncProperty(link, async (parameters) => {
        const response = await createApi({ render }).get(
          `/v1/capture?${new URLSearchParams(parameters)}`,
        );
        await expectError(response, 401, "invalid_signature");
      }),
      { numRuns: 50 },
    );
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(0);
  });

  it.each(["%", "%ff", "%E0%A4", "+", "&&=&", "[]=1", "__proto__=1"])(
    "A query with a signature and the malformed text %s is rejected.",
    async (text) => {
      const response = await createApi().get(`/v1/capture?signature=${zeros}&${text}`);
      await expectError(response, 401, "invalid_signature");
    },
  );

  it("A link that was signed with another key is rejected.", async () => {
    const [mine, other] = [await seedAccount(), await seedAccount()];
    const { id } = await linkKeyOf(mine.key);
    const link = changed(await linkFor(other.key), (p) => p.set("key_id", id));
    await expectError(await createApi().get(link), 401, "invalid_signature");
  });

  it("A signed link with invalid options returns invalid_options.", async () => {
    const { key, accountId } = await seedAccount();
    const options = { colour: 1, delay: -1 } as object;
    const response = await createApi(fakeRender()).get(await linkFor(key, options));
    const { details } = await expectError(response, 422, "invalid_options");
    expect(details).toEqual({
      colour: "is not a known field",
      delay: "must be an integer between 0 and 10000",
    });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A link that is too long is rejected and cannot be signed.", async () => {
    const { key } = await seedAccount();
    const long = changed(await linkFor(key), (p) => p.set("styles", "x".repeat(16 * 1024)));
    await expectError(await createApi().get(long), 414, "link_too_long");
    await expect(linkFor(key, { styles: "x".repeat(16 * 1024) })).rejects.toThrow(RangeError);
  });

  it("A signature works only for GET /v1/capture and only with all of its parameters.", async () => {
    const { key } = await seedAccount();
    const { search } = new URL(await linkFor(key));
    const api = createApi(fakeRender());
    await expectError(await api.get(`/v1/screenshots${search}`), 401, "missing_api_key");
    await expectError(await api.send("POST", `/v1/capture${search}`), 401, "missing_api_key");
    const unsigned = changed(await linkFor(key), (p) => p.delete("signature"));
    await expectError(await api.get(unsigned), 401, "missing_api_key");
    await expectError(await api.get(unsigned, { key }), 422, "invalid_options", {
      key_id: "requires signature",
      expires: "requires signature",
    });
  });
});
