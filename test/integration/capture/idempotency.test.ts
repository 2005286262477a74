// The Idempotency-Key header: a repeated request returns the first response, free of charge.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount, seedKey } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { pausedRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { fakeQueue } from "../../support/queue.ts";
import { recordsOf, storageUsedBytes, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";

type Api = ReturnType<typeof createApi>;

/** POST /v1/capture with an Idempotency-Key. */
function post(api: Api, key: string, body: object, name = "order-1"): Promise<Response> {
  return api.post("/v1/capture", body, { key, headers: { "Idempotency-Key": name } });
}

describe("A repeated capture returns the first response.", () => {
  it("A repeated capture returns the same file from storage.", async () => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    const first = await post(api, key, { url, name: "Front page" });
    await api.settled();

    const second = await post(api, key, { url, name: "Front page" });

    expect(second.status).toBe(200);
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(imageBytes);
    for (const name of [
      "Content-Type",
      "Content-Length",
      "Content-Disposition",
      "X-Screenshot-Id",
      "X-Remaining-Credits",
    ])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await recordsOf(accountId)).toHaveLength(1);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
  });

  it("A repeated capture returns the same JSON for any order of its fields.", async () => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const options = { response_type: "json", dark_mode: true };
    const first = await post(api, key, { url, options });

    const second = await post(api, key, {
      options: { dark_mode: true, response_type: "json" },
      url,
    });

    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
  });

  it("A repeated capture with response_type empty returns an empty response.", async () => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const body = { url, options: { response_type: "empty" } };
    const first = await post(api, key, body);
    const second = await post(api, key, body);
    expect(second.status).toBe(200);
    expect(await second.text()).toBe("");
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
  });

  it("A repeated capture succeeds with another API key of the account and without credits.", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 1 });
    const other = await seedKey(accountId);
    const api = createApi(fakeRender());
    const first = await post(api, key, { url });
    await api.settled();
    const second = await post(api, other.key, { url });
    expect(second.status).toBe(200);
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
    expect((await post(api, key, { url }, "order-2")).status).toBe(402);
  });

  it("A request of another account or without the header is not a repetition.", async () => {
    const [mine, other] = [await seedAccount(), await seedAccount()];
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    await post(api, mine.key, { url });
    await api.settled();
    expect((await post(api, other.key, { url })).headers.get("Idempotent-Replayed")).toBeNull();
    await api.post("/v1/capture", { url }, { key: mine.key });
    expect(requests).toHaveLength(3);
  });

  it("Concurrent requests with the same key capture and charge once.", async () => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 1000 });
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(api, key, { url })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    await api.settled();
    expect((await post(api, key, { url })).status).toBe(200);
  });

  it("A repeated capture returns a conflict with Retry-After while the first is in progress.", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const first = post(api, key, { url });
    await paused.started;

    const second = await post(api, key, { url });

    await expectError(second, 409, "idempotency_key_in_use");
    expect(Number(second.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    paused.resume();
    expect((await first).status).toBe(200);
    await api.settled();
    expect((await post(api, key, { url })).status).toBe(200);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A repeated capture returns the result after the first client has disconnected.", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    void post(api, key, { url });
    await paused.started;
    paused.resume();
    await api.settled();
    const again = await post(api, key, { url });
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(imageBytes);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A repeated capture returns the first cached image after cache_ttl has expired.", async () => {
    const { key, accountId } = await seedAccount();
    let now = new Date("2030-01-01T00:00:00Z");
    const api = createApi({ ...fakeRender(), clock: () => now });
    const body = { url, options: { cache_ttl: 60 } };
    await api.post("/v1/capture", body, { key });
    await api.settled();
    const hit = await post(api, key, body);
    expect(hit.headers.get("X-Cache")).toBe("HIT");

    now = new Date("2030-01-01T01:00:00Z");
    const again = await post(api, key, body);

    expect(again.headers.get("X-Screenshot-Id")).toBe(hit.headers.get("X-Screenshot-Id"));
    expect(await usedCredits(accountId)).toBe(1);
  });
});

describe("A repeated batch returns the first response.", () => {
  const urls = ["https://example.com/b", "https://example.com/a", "https://example.com/b"];
  const postBatch = async (api: Api, key: string, body: object) =>
    api.post("/v1/capture/batch", body, { key, headers: { "Idempotency-Key": "batch-1" } });

  it("A repeated batch returns the first response and queues nothing, even after its records have changed.", async () => {
    const { key, accountId } = await seedAccount();
    const { queues, messages } = fakeQueue();
    const api = createApi({ queues });
    const first = await postBatch(api, key, { urls });
    const response = await first.json<{ data: { _id: string }[] }>();
    await env.DB.prepare("UPDATE screenshots SET status = 'failed' WHERE account_id = ?")
      .bind(accountId)
      .run();
    await api.send("DELETE", `/v1/screenshots/${response.data[1]?._id}`, { key });

    const second = await postBatch(api, key, { urls });

    expect(second.status).toBe(201);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await second.json()).toEqual(response);
    expect(messages).toHaveLength(3);
    expect(await usedCredits(accountId)).toBe(3);
    await expectError(
      await postBatch(api, key, { urls: urls.slice(1) }),
      422,
      "idempotency_key_reused",
    );
  });

  it("A repeated batch reports the same URLs that could not be queued.", async () => {
    const { key } = await seedAccount();
    const { queues, state } = fakeQueue();
    state.refuse = true;
    const api = createApi({ queues });
    const first = await (await postBatch(api, key, { urls })).json();
    expect(first).toMatchObject({ succeededCount: 0, failedCount: 3 });
    expect(await (await postBatch(api, key, { urls })).json()).toEqual(first);
  });

  it("A replayed batch reports captures that an earlier version could not queue.", async () => {
    const { key, accountId } = await seedAccount();
    const { queues, state } = fakeQueue();
    state.refuse = true;
    const api = createApi({ queues });
    const first = await (await postBatch(api, key, { urls })).json();
    await env.DB.prepare(
      `UPDATE screenshots SET error_code = 'internal_error',
       error_message = 'The capture could not be queued and has been refunded.' WHERE account_id = ?`,
    )
      .bind(accountId)
      .run();
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0011_not_queued.sql");
    for (const query of migration?.queries ?? []) await env.DB.prepare(query).run();
    expect(await recordsOf(accountId)).toMatchObject(
      urls.map(() => ({ status: "failed", error_code: "not_queued" })),
    );
    expect(await (await postBatch(api, key, { urls })).json()).toEqual(first);
  });

  it("Concurrent repetitions of a batch are charged once, and only when credits cover the batch.", async () => {
    const { key, accountId } = await seedAccount({
      requestsPerMinute: 1000,
      monthlyScreenshots: 2,
    });
    const { queues, messages } = fakeQueue();
    const api = createApi({ queues });
    await expectError(await postBatch(api, key, { urls }), 402, "usage_limit_exceeded");
    await env.DB.prepare("UPDATE accounts SET monthly_screenshots = 99 WHERE id = ?")
      .bind(accountId)
      .run();
    const responses = await Promise.all(
      Array.from({ length: 10 }, async () => postBatch(api, key, { urls })),
    );
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(messages).toHaveLength(3);
    expect(await usedCredits(accountId)).toBe(3);
  });

  it("The key of a batch is rejected for a single capture.", async () => {
    const { key } = await seedAccount();
    const { queues } = fakeQueue();
    const api = createApi({ ...fakeRender(), queues });
    await postBatch(api, key, { urls });
    await expectError(await post(api, key, { url }, "batch-1"), 422, "idempotency_key_reused");
  });
});
