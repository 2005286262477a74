// Idempotency-Key: expiry, reuse after errors, and rejected requests.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { failingRender, pausedRender, fakeRender } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";

const url = "https://example.com/";
const HOUR_MS = 60 * 60 * 1000;

type Api = ReturnType<typeof createApi>;

/** POST /v1/capture with an Idempotency-Key. */
function post(api: Api, key: string, body: object, name = "order-1"): Promise<Response> {
  return api.post("/v1/capture", body, { key, headers: { "Idempotency-Key": name } });
}

describe("A key can be used again after an error or after its expiry.", () => {
  it("A key can be used again when its capture failed and was refunded.", async () => {
    const { key, accountId } = await seedAccount();
    const failing = createApi({ render: failingRender(new ServiceError("host_error")) });
    await expectError(await post(failing, key, { url }), 502, "host_error");
    expect(await usedCredits(accountId)).toBe(0);

    const again = await post(createApi(fakeRender()), key, { url });

    expect(again.status).toBe(200);
    expect(again.headers.get("Idempotent-Replayed")).toBeNull();
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("Concurrent retries of a failed capture render the page once.", async () => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 1000 });
    const failing = createApi({ render: failingRender(new ServiceError("host_error")) });
    await post(failing, key, { url });
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    await Promise.all(Array.from({ length: 10 }, () => post(api, key, { url })));
    expect(requests).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    await api.settled();
  });

  it("A key can be used again with another body when its request was rejected.", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 0 });
    const api = createApi(fakeRender());
    await expectError(await post(api, key, { url }), 402, "usage_limit_exceeded");
    await expectError(await post(api, key, { url: "nonsense" }), 422, "invalid_url");
    await env.DB.prepare("UPDATE accounts SET monthly_screenshots = 9 WHERE id = ?")
      .bind(accountId)
      .run();
    expect((await post(api, key, { url, name: "other" })).status).toBe(200);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A key expires after 24 hours: another body may use it, and the sweep deletes it.", async () => {
    const { key, accountId } = await seedAccount();
    const start = Date.parse("2030-01-01T00:00:00Z");
    let now = new Date(start);
    const api = createApi({ ...fakeRender(), clock: () => now });
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

it("Keys with special characters identify only their own requests.", async () => {
  const { key, accountId } = await seedAccount();
  const { render, requests } = fakeRender();
  const api = createApi({ render });
  const names = ["__proto__", "constructor", "' OR 1=1 --", "%", "order-1, order-2", "order-1"];
  const ids: (string | null)[] = [];
  for (const name of [...names, ...names]) {
    const answer = await post(api, key, { url, name }, name);
    expect(answer.status).toBe(200);
    ids.push(answer.headers.get("X-Screenshot-Id"));
  }
  expect(new Set(ids).size).toBe(names.length);
  expect(ids.slice(names.length)).toEqual(ids.slice(0, names.length));
  expect(requests).toHaveLength(names.length);
  expect(await usedCredits(accountId)).toBe(names.length);
  await api.settled();
});

describe("The capture endpoint rejects conflicting and invalid keys.", () => {
  it("A key with another body is rejected during and after the first capture.", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const first = post(api, key, { url });
    await paused.started;
    const other = { url, options: { full_page: true } };
    await expectError(await post(api, key, other), 422, "idempotency_key_reused");
    paused.resume();
    await first;
    await api.settled();
    await expectError(await post(api, key, other), 422, "idempotency_key_reused");
    await expectError(await post(api, key, { url, name: "x" }), 422, "idempotency_key_reused");
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A repeated request whose image was deleted returns image_gone without a charge.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const first = await post(api, key, { url });
    await api.settled();
    const screenshotId = first.headers.get("X-Screenshot-Id") ?? "";
    await api.send("DELETE", `/v1/screenshots/${screenshotId}`, { key });
    const again = await post(api, key, { url });
    await expectError(again, 410, "image_gone", { screenshotId, reason: "deleted" });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A repeated request whose image was not stored returns image_gone without a charge.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 1, storageUsedBytes: 1 });
    const api = createApi(fakeRender());
    await post(api, key, { url });
    await api.settled();
    await expectError(await post(api, key, { url }), 410, "image_gone", { reason: "not_stored" });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it.each([
    ["", "empty"],
    ["x".repeat(256), "too long"],
    ["ä", "not ASCII"],
    ["a\tb", "a text with a control character"],
  ])("The key %j is rejected because it is %s.", async (name) => {
    const { key, accountId } = await seedAccount();
    const response = await post(createApi(fakeRender()), key, { url }, name);
    await expectError(response, 422, "invalid_options", {
      "Idempotency-Key": "must be 1 to 255 printable ASCII characters",
    });
    expect(await usedCredits(accountId)).toBe(0);
  });
});
