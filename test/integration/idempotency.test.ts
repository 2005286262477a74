// The Idempotency-Key header: the same request again is the first answer again, and costs nothing.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/contract/errors.ts";
import { runScheduled } from "../../src/jobs/scheduled.ts";
import { wire } from "../../src/wiring.ts";
import { seedAccount, seedKey } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectError } from "../support/expectations.ts";
import { failingRender, heldRender, picture, plantedRender } from "../support/planted-rendering.ts";
import { heldQueue } from "../support/queue.ts";
import { recordsOf, storageUsedBytes, usedCredits } from "../support/records.ts";

const url = "https://example.com/";
const HOUR_MS = 60 * 60 * 1000;

type Api = ReturnType<typeof createApi>;

/** POST /v1/capture under an Idempotency-Key. */
function post(api: Api, key: string, body: object, name = "order-1"): Promise<Response> {
  return api.post("/v1/capture", body, { key, headers: { "Idempotency-Key": name } });
}

describe("the same request again", () => {
  it("is answered with the same file, from storage", async () => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = plantedRender();
    const api = createApi({ render });
    const first = await post(api, key, { url, name: "Front page" });
    await api.settled();

    const second = await post(api, key, { url, name: "Front page" });

    expect(second.status).toBe(200);
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(picture);
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
    expect(await storageUsedBytes(accountId)).toBe(picture.byteLength);
  });

  it("is answered with the same JSON, however its fields are ordered", async () => {
    const { key } = await seedAccount();
    const api = createApi(plantedRender());
    const options = { response_type: "json", dark_mode: true };
    const first = await post(api, key, { url, options });

    const second = await post(api, key, {
      options: { dark_mode: true, response_type: "json" },
      url,
    });

    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
  });

  it("is answered with nothing where nothing was asked for", async () => {
    const { key } = await seedAccount();
    const api = createApi(plantedRender());
    const body = { url, options: { response_type: "empty" } };
    const first = await post(api, key, body);
    const second = await post(api, key, body);
    expect(second.status).toBe(200);
    expect(await second.text()).toBe("");
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
  });

  it("is answered from another key of the account, and when no credit is left", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 1 });
    const other = await seedKey(accountId);
    const api = createApi(plantedRender());
    const first = await post(api, key, { url });
    await api.settled();
    const second = await post(api, other.key, { url });
    expect(second.status).toBe(200);
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
    expect((await post(api, key, { url }, "order-2")).status).toBe(402);
  });

  it("is another request for another account, and without the header", async () => {
    const [mine, other] = [await seedAccount(), await seedAccount()];
    const { render, requests } = plantedRender();
    const api = createApi({ render });
    await post(api, mine.key, { url });
    await api.settled();
    expect((await post(api, other.key, { url })).headers.get("Idempotent-Replayed")).toBeNull();
    await api.post("/v1/capture", { url }, { key: mine.key });
    expect(requests).toHaveLength(3);
  });

  it("captures and charges once, however many come at once", async () => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 1000 });
    const { render, requests } = plantedRender();
    const api = createApi({ render });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(api, key, { url })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    await api.settled();
    expect((await post(api, key, { url })).status).toBe(200);
  });

  it("while the first is under way is told to wait", async () => {
    const { key, accountId } = await seedAccount();
    const held = heldRender();
    const api = createApi({ render: held.render });
    const first = post(api, key, { url });
    await held.begun;

    const twin = await post(api, key, { url });

    await expectError(twin, 409, "idempotency_key_in_use");
    expect(Number(twin.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    held.end();
    expect((await first).status).toBe(200);
    await api.settled();
    expect((await post(api, key, { url })).status).toBe(200);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("finds the answer of a caller who hung up", async () => {
    const { key, accountId } = await seedAccount();
    const held = heldRender();
    const api = createApi({ render: held.render });
    void post(api, key, { url });
    await held.begun;
    held.end();
    await api.settled();
    const again = await post(api, key, { url });
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(picture);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("is answered as before where the first came from the cache, though its time is over", async () => {
    const { key, accountId } = await seedAccount();
    let now = new Date("2030-01-01T00:00:00Z");
    const api = createApi({ ...plantedRender(), clock: () => now });
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

describe("the same batch again", () => {
  const urls = ["https://example.com/b", "https://example.com/a", "https://example.com/b"];
  const postBatch = async (api: Api, key: string, body: object) =>
    api.post("/v1/capture/batch", body, { key, headers: { "Idempotency-Key": "batch-1" } });

  it("is answered as before, whatever has become of it, and queues nothing", async () => {
    const { key, accountId } = await seedAccount();
    const { queues, held } = heldQueue();
    const api = createApi({ queues });
    const first = await postBatch(api, key, { urls });
    const answer = await first.json<{ data: { _id: string }[] }>();
    await env.DB.prepare("UPDATE screenshots SET status = 'failed' WHERE account_id = ?")
      .bind(accountId)
      .run();
    await api.send("DELETE", `/v1/screenshots/${answer.data[1]?._id}`, { key });

    const second = await postBatch(api, key, { urls });

    expect(second.status).toBe(201);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await second.json()).toEqual(answer);
    expect(held).toHaveLength(3);
    expect(await usedCredits(accountId)).toBe(3);
    await expectError(
      await postBatch(api, key, { urls: urls.slice(1) }),
      422,
      "idempotency_key_reused",
    );
  });

  it("says again what could not be queued", async () => {
    const { key } = await seedAccount();
    const { queues, state } = heldQueue();
    state.refuse = true;
    const api = createApi({ queues });
    const first = await (await postBatch(api, key, { urls })).json();
    expect(first).toMatchObject({ succeededCount: 0, failedCount: 3 });
    expect(await (await postBatch(api, key, { urls })).json()).toEqual(first);
  });

  it("is charged once, however many come at once, and not at all unless credits cover it", async () => {
    const { key, accountId } = await seedAccount({
      requestsPerMinute: 1000,
      monthlyScreenshots: 2,
    });
    const { queues, held } = heldQueue();
    const api = createApi({ queues });
    await expectError(await postBatch(api, key, { urls }), 402, "usage_limit_exceeded");
    await env.DB.prepare("UPDATE accounts SET monthly_screenshots = 99 WHERE id = ?")
      .bind(accountId)
      .run();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => postBatch(api, key, { urls })),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(held).toHaveLength(3);
    expect(await usedCredits(accountId)).toBe(3);
  });

  it("is not the same as a capture under its key", async () => {
    const { key } = await seedAccount();
    const { queues } = heldQueue();
    const api = createApi({ ...plantedRender(), queues });
    await postBatch(api, key, { urls });
    await expectError(await post(api, key, { url }, "batch-1"), 422, "idempotency_key_reused");
  });
});

describe("captures again", () => {
  it("what failed and was refunded", async () => {
    const { key, accountId } = await seedAccount();
    const failing = createApi({ render: failingRender(new ServiceError("host_error")) });
    await expectError(await post(failing, key, { url }), 502, "host_error");
    expect(await usedCredits(accountId)).toBe(0);

    const again = await post(createApi(plantedRender()), key, { url });

    expect(again.status).toBe(200);
    expect(again.headers.get("Idempotent-Replayed")).toBeNull();
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("once, of many at once, what failed", async () => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 1000 });
    const failing = createApi({ render: failingRender(new ServiceError("host_error")) });
    await post(failing, key, { url });
    const { render, requests } = plantedRender();
    const api = createApi({ render });
    await Promise.all(Array.from({ length: 10 }, () => post(api, key, { url })));
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    await api.settled();
  });

  it("what was refused, be it for want of credits, and with another body, too", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 0 });
    const api = createApi(plantedRender());
    await expectError(await post(api, key, { url }), 402, "usage_limit_exceeded");
    await expectError(await post(api, key, { url: "nonsense" }), 422, "invalid_url");
    await env.DB.prepare("UPDATE accounts SET monthly_screenshots = 9 WHERE id = ?")
      .bind(accountId)
      .run();
    expect((await post(api, key, { url, name: "other" })).status).toBe(200);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("after 24 hours, with whatever body; the sweep forgets the key", async () => {
    const { key, accountId } = await seedAccount();
    const start = Date.parse("2030-01-01T00:00:00Z");
    let now = new Date(start);
    const api = createApi({ ...plantedRender(), clock: () => now });
    await post(api, key, { url });
    await api.settled();
    now = new Date(start + 24 * HOUR_MS - 1);
    expect((await post(api, key, { url })).headers.get("Idempotent-Replayed")).toBe("true");
    now = new Date(start + 24 * HOUR_MS);
    const late = await post(api, key, { url, name: "other" });
    expect(late.status).toBe(200);
    expect(late.headers.get("Idempotent-Replayed")).toBeNull();
    expect(await usedCredits(accountId)).toBe(2);
    await api.settled();

    const keys = env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys WHERE account_id = ?");
    await sweepAt(start + 48 * HOUR_MS - 1);
    expect(await keys.bind(accountId).first("n")).toBe(1);
    await sweepAt(start + 48 * HOUR_MS);
    expect(await keys.bind(accountId).first("n")).toBe(0);
  });

  async function sweepAt(ms: number) {
    const ctx = wire(env, createExecutionContext(), () => undefined);
    await runScheduled("* * * * *", { ...ctx, clock: () => new Date(ms) });
  }
});

describe("refuses", () => {
  it("another body under the same key, whatever became of the first, and charges nothing", async () => {
    const { key, accountId } = await seedAccount();
    const held = heldRender();
    const api = createApi({ render: held.render });
    const first = post(api, key, { url });
    await held.begun;
    const other = { url, options: { full_page: true } };
    await expectError(await post(api, key, other), 422, "idempotency_key_reused");
    held.end();
    await first;
    await api.settled();
    await expectError(await post(api, key, other), 422, "idempotency_key_reused");
    await expectError(await post(api, key, { url, name: "x" }), 422, "idempotency_key_reused");
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("to answer with an image that has been deleted, and to charge for another", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(plantedRender());
    const first = await post(api, key, { url });
    await api.settled();
    const screenshotId = first.headers.get("X-Screenshot-Id") ?? "";
    await api.send("DELETE", `/v1/screenshots/${screenshotId}`, { key });
    const again = await post(api, key, { url });
    await expectError(again, 410, "image_gone", { screenshotId, reason: "deleted" });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("to answer with an image that was never stored", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 1, storageUsedBytes: 1 });
    const api = createApi(plantedRender());
    await post(api, key, { url });
    await api.settled();
    await expectError(await post(api, key, { url }), 410, "image_gone", { reason: "not_stored" });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it.each([
    ["", "empty"],
    ["x".repeat(256), "too long"],
    ["ä", "not ASCII"],
    ["a\tb", "a control character"],
  ])("the key %j, which is %s", async (name) => {
    const { key, accountId } = await seedAccount();
    const answer = await post(createApi(plantedRender()), key, { url }, name);
    await expectError(answer, 422, "invalid_options", {
      "Idempotency-Key": "must be 1 to 255 printable ASCII characters",
    });
    expect(await usedCredits(accountId)).toBe(0);
  });
});
