// The option cache_ttl: a repeated capture is returned from storage, free of charge.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender, pausedRender } from "../../support/fake-render.ts";
import { meteredDatabase, type Read } from "../../support/metered-database.ts";
import { findRecord, recordsOf, usedCredits } from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const options = { cache_ttl: 60 };

/** Creates an account with one cached capture. */
async function capture(settings: Parameters<typeof seedAccount>[0] = {}, more: object = {}) {
  const account = await seedAccount(settings);
  const { render, requests } = fakeRender();
  const clock = { now: new Date("2030-01-01T00:00:00Z") };
  const api = createApi({ render, clock: () => clock.now });
  const send = (body: object, key = account.key) => api.post("/v1/capture", body, { key });
  const first = await send({ url, options: { ...options, ...more } });
  await api.settled();
  const id = first.headers.get("X-Screenshot-Id") ?? "";
  return { ...account, api, requests, clock, send, first, id };
}

function cacheOf(response: Response): string | null {
  return response.headers.get("X-Cache");
}

describe("A repeated capture is returned from storage.", () => {
  it("A repeated capture within cache_ttl is returned from storage, free of charge.", async () => {
    const { accountId, requests, send, first, id } = await capture({ plan: "free" });

    const second = await send({ url, options });

    expect(cacheOf(first)).toBe("MISS");
    expect(cacheOf(second)).toBe("HIT");
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(imageBytes);
    expect(second.headers.get("Content-Type")).toBe("image/png");
    expect(second.headers.get("Content-Length")).toBe(String(imageBytes.byteLength));
    expect(second.headers.get("X-Screenshot-Id")).toBe(id);
    expect(second.headers.get("X-Remaining-Credits")).toBe("99");
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await recordsOf(accountId)).toHaveLength(1);
  });

  it("A cached image is returned for every response_type and for GET requests.", async () => {
    const { api, key, send, id } = await capture();

    const json = await send({ url, options: { ...options, response_type: "json" } });
    expect(json.status).toBe(201);
    expect(await json.json()).toMatchObject({ success: true, data: { id, url } });
    const empty = await send({ url, options: { ...options, response_type: "empty" } });
    expect(empty.status).toBe(200);
    expect(await empty.text()).toBe("");
    const query = new URLSearchParams({ url, cache_ttl: "5" });
    const inline = await api.get(`/v1/capture?${query}`, { key });
    expect(new Uint8Array(await inline.arrayBuffer())).toEqual(imageBytes);
    expect(inline.headers.get("Content-Disposition")).toBeNull();

    expect([json, empty, inline].map(cacheOf)).toEqual(["HIT", "HIT", "HIT"]);
  });

  it.each([
    ["pdf", "application/pdf"],
    ["webp", "image/webp"],
  ])(
    "A cached %s is returned as %s, and another format is captured again.",
    async (format, type) => {
      const { send } = await capture({}, { format });
      const again = await send({ url, options: { ...options, format } });
      expect(cacheOf(again)).toBe("HIT");
      expect(again.headers.get("Content-Type")).toBe(type);
      expect(again.headers.get("Content-Disposition")).toMatch(/^attachment; filename="/);
      expect(cacheOf(await send({ url, options: { ...options, format: "jpeg" } }))).toBe("MISS");
    },
  );

  it("A cached image is returned when the account has no credits and no storage left.", async () => {
    const { accountId, send } = await capture({ monthlyScreenshots: 1, storageBytes: 1 });
    expect(cacheOf(await send({ url, options }))).toBe("HIT");
    expect((await send({ url: `${url}2`, options })).status).toBe(402);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A cached image is returned for another spelling of the same URL.", async () => {
    const { send } = await capture();
    expect(cacheOf(await send({ url: "HTTPS://Example.com:443/page?q=1", options }))).toBe("HIT");
  });

  it("A request without cache_ttl captures the page and has no X-Cache header.", async () => {
    const { requests, send } = await capture();
    expect(cacheOf(await send({ url }))).toBeNull();
    expect(requests).toHaveLength(2);
  });
});

describe("Concurrent requests with the same cache key share one capture.", () => {
  const types = ["by_format", "json", "empty", "by_format", "json"];

  async function sendConcurrently(overrides: Partial<Context>, settings = {}) {
    const account = await seedAccount(settings);
    const api = createApi(overrides);
    const responses = await Promise.all(
      types.map((response_type) =>
        api.post(
          "/v1/capture",
          { url, options: { ...options, response_type } },
          { key: account.key },
        ),
      ),
    );
    await api.settled();
    return { ...account, responses };
  }

  it("Concurrent requests with the same cache key render and charge once.", async () => {
    const { render, requests } = fakeRender();
    const { accountId, responses } = await sendConcurrently({ render });
    expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 201]);
    expect(
      responses.map((response) => String(cacheOf(response))).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["HIT", "HIT", "HIT", "HIT", "MISS"]);
    expect(new Set(responses.map((response) => response.headers.get("X-Screenshot-Id"))).size).toBe(
      1,
    );
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed" }]);
  });

  it("Concurrent requests with the same cache key succeed with one remaining credit.", async () => {
    const { accountId, responses } = await sendConcurrently(fakeRender(), {
      monthlyScreenshots: 1,
    });
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("Waiting requests share the queries for the capture that they wait for.", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 1_000 });
    const { render, resume } = pausedRender();
    const reads: Read[] = [];
    const api = createApi({ render, db: meteredDatabase(reads) });
    const countQueries = () =>
      reads.filter(({ statement }) =>
        /^select "id" from "screenshots".*"deadline_at"/.test(statement),
      ).length;
    const countReservations = () =>
      reads.filter(({ statement }) => statement.startsWith('insert into "screenshots"')).length;
    const sent = Array.from({ length: 40 }, () =>
      api.post("/v1/capture", { url, options }, { key }),
    );
    await expect.poll(countReservations, { timeout: 15_000 }).toBe(40);
    await expect.poll(countQueries, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    resume();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    await api.settled();
    // Without sharing, each of the 39 waiting requests starts at least two queries.
    expect(countQueries()).toBeLessThan(39);
  });

  it("Waiting requests render the page themselves when the shared capture fails.", async () => {
    const { render } = fakeRender();
    let calls = 0;
    const overrides: Partial<Context> = {
      render: async (...request) => {
        calls += 1;
        if (calls > 1) return render(...request);
        throw new ServiceError("host_error");
      },
    };
    const { accountId, responses } = await sendConcurrently(overrides);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 502)).toHaveLength(1);
    expect(statuses.filter((status) => status < 300)).toHaveLength(4);
    expect(await usedCredits(accountId)).toBe(calls - 1);
  });

  it("A request does not wait for a capture whose image is not stored.", async () => {
    const { render, requests } = fakeRender();
    const { key, accountId } = await seedAccount({ storageBytes: 1, storageUsedBytes: 1 });
    const api = createApi({ render });
    const send = () => api.post("/v1/capture", { url, options }, { key });
    const responses = await Promise.all([send(), send()]);
    await api.settled();
    expect(responses.map(cacheOf)).toEqual(["MISS", "MISS"]);
    expect(requests).toHaveLength(2);
    expect(await usedCredits(accountId)).toBe(2);
  });

  it("Every Idempotency-Key of a shared capture replays its result.", async () => {
    const { render, requests } = fakeRender();
    const { key } = await seedAccount();
    const api = createApi({ render });
    const send = (name: string) =>
      api.post("/v1/capture", { url, options }, { key, headers: { "Idempotency-Key": name } });
    const responses = await Promise.all([send("a"), send("b")]);
    await api.settled();
    const again = await Promise.all([send("a"), send("b")]);
    expect(again.map(({ headers }) => headers.get("Idempotent-Replayed"))).toEqual([
      "true",
      "true",
    ]);
    const ids = [...responses, ...again].map(({ headers }) => headers.get("X-Screenshot-Id"));
    expect(new Set(ids).size).toBe(1);
    expect(requests).toHaveLength(1);
  });
});

describe("A different request is captured again.", () => {
  it.each([
    ["another URL", { url: `${url}#b`, options }],
    ["another option", { url, options: { ...options, dark_mode: true } }],
    ["another header", { url, options: { ...options, headers: { Cookie: "a=2" } } }],
    ["another cookie", { url, options: { ...options, cookies: [{ name: "a", value: "2" }] } }],
    ["an HTML document with the same text", { html: url, options }],
  ])("The cache does not match a request with %s.", async (_case, body) => {
    const secrets = { headers: { Cookie: "a=1" }, cookies: [{ name: "a", value: "1" }] };
    for (const more of [{}, secrets])
      expect(cacheOf(await (await capture({}, more)).send(body))).toBe("MISS");
  });

  it("The cache does not match a request of another account.", async () => {
    const { send } = await capture();
    const other = await seedAccount();
    expect(cacheOf(await send({ url, options }, other.key))).toBe("MISS");
  });

  it("The page is captured again when the image is older than the cache_ttl of the request.", async () => {
    const { clock, send } = await capture();
    clock.now = new Date("2030-01-01T00:01:00Z");
    expect(cacheOf(await send({ url, options }))).toBe("HIT");
    expect(cacheOf(await send({ url, options: { cache_ttl: 59 } }))).toBe("MISS");
    clock.now = new Date("2030-01-01T00:02:00.001Z");
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });

  it.each(["by_format", "json", "empty"])(
    "The page is captured again when its image is missing in storage (%s).",
    async (responseType) => {
      const { send, id } = await capture();
      await env.IMAGES.delete(String((await findRecord(id))?.image_key));
      const again = await send({ url, options: { ...options, response_type: responseType } });
      expect(cacheOf(again)).toBe("MISS");
    },
  );

  it("The page is captured again when its record was deleted.", async () => {
    const { api, key, send, id } = await capture();
    await api.send("DELETE", `/v1/screenshots/${id}`, { key });
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });

  it("The page is captured again when its image was not stored.", async () => {
    const { send } = await capture({ storageBytes: 1, storageUsedBytes: 1 });
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });
});
