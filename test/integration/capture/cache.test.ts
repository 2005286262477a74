// The option cache_ttl: the same capture again is answered from storage, free of charge.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { findRecord, recordsOf, usedCredits } from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const options = { cache_ttl: 60 };

/** An account with one capture that may be answered again. */
async function capture(wanted: Parameters<typeof seedAccount>[0] = {}, more: object = {}) {
  const account = await seedAccount(wanted);
  const { render, requests } = fakeRender();
  const clock = { now: new Date("2030-01-01T00:00:00Z") };
  const api = createApi({ render, clock: () => clock.now });
  const send = (body: object, key = account.key) => api.post("/v1/capture", body, { key });
  const first = await send({ url, options: { ...options, ...more } });
  await api.settled();
  const id = first.headers.get("X-Screenshot-Id") ?? "";
  return { ...account, api, requests, clock, send, first, id };
}

function cacheOf(answer: Response): string | null {
  return answer.headers.get("X-Cache");
}

describe("the same capture again", () => {
  it("is answered from storage, free of charge", async () => {
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

  it("is answered in another shape: JSON, nothing, or by a GET", async () => {
    const { api, key, send, id } = await capture();

    const json = await send({ url, options: { ...options, response_type: "json" } });
    expect(json.status).toBe(201);
    expect(await json.json()).toMatchObject({ success: true, data: { id, url } });
    const empty = await send({ url, options: { ...options, response_type: "empty" } });
    expect(empty.status).toBe(200);
    expect(await empty.text()).toBe("");
    const query = new URLSearchParams({ url, cache_ttl: "5" });
    const shown = await api.get(`/v1/capture?${query}`, { key });
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(imageBytes);
    expect(shown.headers.get("Content-Disposition")).toBeNull();

    expect([json, empty, shown].map(cacheOf)).toEqual(["HIT", "HIT", "HIT"]);
  });

  it.each([
    ["pdf", "application/pdf"],
    ["webp", "image/webp"],
  ])("is answered as %s when it is one", async (format, type) => {
    const { send } = await capture({}, { format });
    const again = await send({ url, options: { ...options, format } });
    expect(cacheOf(again)).toBe("HIT");
    expect(again.headers.get("Content-Type")).toBe(type);
    expect(again.headers.get("Content-Disposition")).toMatch(/^attachment; filename="/);
    expect(cacheOf(await send({ url, options: { ...options, format: "jpeg" } }))).toBe("MISS");
  });

  it("is answered when credits and storage are used up", async () => {
    const { accountId, send } = await capture({ monthlyScreenshots: 1, storageBytes: 1 });
    expect(cacheOf(await send({ url, options }))).toBe("HIT");
    expect((await send({ url: `${url}2`, options })).status).toBe(402);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("is answered however the address is spelled", async () => {
    const { send } = await capture();
    expect(cacheOf(await send({ url: "HTTPS://Example.com:443/page?q=1", options }))).toBe("HIT");
  });

  it("says nothing of a cache to whoever asked for none, and captures for them", async () => {
    const { requests, send } = await capture();
    expect(cacheOf(await send({ url }))).toBeNull();
    expect(requests).toHaveLength(2);
  });
});

describe("the same capture at the same time", () => {
  const types = ["by_format", "json", "empty", "by_format", "json"];

  async function sendAtOnce(planted: Partial<Context>, wanted = {}) {
    const account = await seedAccount(wanted);
    const api = createApi(planted);
    const answers = await Promise.all(
      types.map((response_type) =>
        api.post(
          "/v1/capture",
          { url, options: { ...options, response_type } },
          { key: account.key },
        ),
      ),
    );
    await api.settled();
    return { ...account, answers };
  }

  it("is made and charged once, and answers all of them", async () => {
    const { render, requests } = fakeRender();
    const { accountId, answers } = await sendAtOnce({ render });
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 201]);
    expect(
      answers.map((answer) => String(cacheOf(answer))).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["HIT", "HIT", "HIT", "HIT", "MISS"]);
    expect(new Set(answers.map((answer) => answer.headers.get("X-Screenshot-Id"))).size).toBe(1);
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed" }]);
  });

  it("is made once with the last credit, too", async () => {
    const { accountId, answers } = await sendAtOnce(fakeRender(), { monthlyScreenshots: 1 });
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("is tried by everybody when the one that was waited for fails", async () => {
    const { render } = fakeRender();
    let calls = 0;
    const planted: Partial<Context> = {
      render: async (...request) => {
        calls += 1;
        if (calls > 1) return render(...request);
        throw new ServiceError("host_error");
      },
    };
    const { accountId, answers } = await sendAtOnce(planted);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 502)).toHaveLength(1);
    expect(statuses.filter((status) => status < 300)).toHaveLength(4);
    expect(await usedCredits(accountId)).toBe(calls - 1);
  });

  it("does not wait for one whose picture is not stored", async () => {
    const { render, requests } = fakeRender();
    const { key, accountId } = await seedAccount({ storageBytes: 1, storageUsedBytes: 1 });
    const api = createApi({ render });
    const send = () => api.post("/v1/capture", { url, options }, { key });
    const answers = await Promise.all([send(), send()]);
    await api.settled();
    expect(answers.map(cacheOf)).toEqual(["MISS", "MISS"]);
    expect(requests).toHaveLength(2);
    expect(await usedCredits(accountId)).toBe(2);
  });

  it("is named by each Idempotency-Key it was asked under", async () => {
    const { render, requests } = fakeRender();
    const { key } = await seedAccount();
    const api = createApi({ render });
    const send = (name: string) =>
      api.post("/v1/capture", { url, options }, { key, headers: { "Idempotency-Key": name } });
    const answers = await Promise.all([send("a"), send("b")]);
    await api.settled();
    const again = await Promise.all([send("a"), send("b")]);
    expect(again.map(({ headers }) => headers.get("Idempotent-Replayed"))).toEqual([
      "true",
      "true",
    ]);
    const ids = [...answers, ...again].map(({ headers }) => headers.get("X-Screenshot-Id"));
    expect(new Set(ids).size).toBe(1);
    expect(requests).toHaveLength(1);
  });
});

describe("captures", () => {
  it.each([
    ["another address", { url: `${url}#b`, options }],
    ["another option", { url, options: { ...options, dark_mode: true } }],
    ["another header", { url, options: { ...options, headers: { Cookie: "a=2" } } }],
    ["another cookie", { url, options: { ...options, cookies: [{ name: "a", value: "2" }] } }],
    ["a document of that name", { html: url, options }],
  ])("%s itself", async (_what, body) => {
    const secrets = { headers: { Cookie: "a=1" }, cookies: [{ name: "a", value: "1" }] };
    for (const more of [{}, secrets])
      expect(cacheOf(await (await capture({}, more)).send(body))).toBe("MISS");
  });

  it("for each account itself", async () => {
    const { send } = await capture();
    const other = await seedAccount();
    expect(cacheOf(await send({ url, options }, other.key))).toBe("MISS");
  });

  it("again once the time is over that this request allows", async () => {
    const { clock, send } = await capture();
    clock.now = new Date("2030-01-01T00:01:00Z");
    expect(cacheOf(await send({ url, options }))).toBe("HIT");
    expect(cacheOf(await send({ url, options: { cache_ttl: 59 } }))).toBe("MISS");
    clock.now = new Date("2030-01-01T00:02:00.001Z");
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });

  it.each(["by_format", "json", "empty"])(
    "again when the image has gone from storage (%s)",
    async (shape) => {
      const { send, id } = await capture();
      await env.IMAGES.delete(String((await findRecord(id))?.image_key));
      const again = await send({ url, options: { ...options, response_type: shape } });
      expect(cacheOf(again)).toBe("MISS");
    },
  );

  it("again when the record has been deleted", async () => {
    const { api, key, send, id } = await capture();
    await api.send("DELETE", `/v1/screenshots/${id}`, { key });
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });

  it("again what could not be stored", async () => {
    const { send } = await capture({ storageBytes: 1, storageUsedBytes: 1 });
    expect(cacheOf(await send({ url, options }))).toBe("MISS");
  });
});
