// Events reach their receivers through the real queue, signed, with the payloads of docs/decisions.md "Events".
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/contract/errors.ts";
import type { EventPayload } from "../../src/contract/events.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { failingRender, picture, fakeRender } from "../support/fake-render.ts";
import { deliver, heldQueue } from "../support/queue.ts";
import { deliveriesOf, freshReceiver, makeWebhook, verify } from "../support/webhooks.ts";

const url = "https://example.com/";
const json = { response_type: "json" };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const soon = { timeout: 10_000 };

/** An account with a webhook, and what arrives there. */
async function listen(settings: Record<string, unknown> = {}, behaviour?: string) {
  const account = await seedAccount();
  const api = createApi(fakeRender());
  const receiver = freshReceiver(behaviour);
  const webhook = await makeWebhook(api, account.key, { url: receiver.url, ...settings });
  const events = async () =>
    (await receiver.received()).map((received) => verify(webhook.secret, received));
  const kinds = async () => (await events()).map(({ event }) => event).sort();
  return { ...account, api, receiver, webhook, events, kinds };
}

function find(events: EventPayload[], kind: string): EventPayload | undefined {
  return events.find(({ event }) => event === kind);
}

describe("a capture", () => {
  it("is announced when it begins and when it is completed", async () => {
    const { api, key, accountId, events, kinds, receiver, webhook } = await listen();
    const answer = await api.post("/v1/capture", { url, options: json }, { key });
    const { data } = await answer.json<{ data: { id: string; image_url: string } }>();
    await expect.poll(kinds, soon).toEqual(["screenshot.completed", "screenshot.created"]);

    expect(find(await events(), "screenshot.created")).toStrictEqual({
      event: "screenshot.created",
      event_id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      timestamp: expect.stringMatching(ISO),
      data: {
        screenshot: {
          _id: data.id,
          url,
          status: "processing",
          imageUrl: null,
          metadata: { format: "png" },
        },
        user: { id: accountId },
      },
    });
    expect(find(await events(), "screenshot.completed")).toStrictEqual({
      event: "screenshot.completed",
      event_id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      timestamp: expect.stringMatching(ISO),
      data: {
        screenshot: {
          _id: data.id,
          url,
          status: "completed",
          imageUrl: data.image_url,
          metadata: {
            fileSize: picture.byteLength,
            format: "png",
            dimensions: { width: 1280, height: 1024 },
            httpStatus: 200,
          },
        },
        user: { id: accountId },
      },
    });
    const [first, second] = await receiver.received();
    expect(first?.headers["webhook-id"]).not.toBe(second?.headers["webhook-id"]);
    expect(first?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Edgeshot-Webhooks/1.0",
      "x-webhook-event": JSON.parse(first?.body ?? "").event,
      "webhook-id": JSON.parse(first?.body ?? "").event_id,
    });
    await expect
      .poll(() => deliveriesOf(api, key, webhook._id), soon)
      .toMatchObject([
        { status: "delivered", attempts: [{ status: 204, error: null }] },
        { status: "delivered", attempts: [{ status: 204, error: null }] },
      ]);
  });

  it("is announced when it fails, with the reason", async () => {
    const { key, events, kinds } = await listen({ events: ["screenshot.failed"] });
    const failure = new ServiceError("host_error", { message: "The host is gone." });
    const failing = createApi({ render: failingRender(failure) });
    await failing.post("/v1/capture", { url }, { key });
    await expect.poll(kinds, soon).toEqual(["screenshot.failed"]);
    expect((await events())[0]?.data).toMatchObject({
      screenshot: { url, status: "failed", imageUrl: null, metadata: { format: "png" } },
      error: "The host is gone.",
    });
  });

  it("is announced when it is deleted", async () => {
    const { api, key, events, kinds } = await listen({ events: ["screenshot.deleted"] });
    const answer = await api.post("/v1/capture", { url, options: json }, { key });
    const { data } = await answer.json<{ data: { id: string } }>();
    const path = `/v1/screenshots/${data.id}`;
    const deletion = await api.send("DELETE", path, { key });
    const { data: deleted } = await deletion.json<{ data: { deletedAt: string } }>();
    await expect.poll(kinds, soon).toEqual(["screenshot.deleted"]);
    expect((await events())[0]?.data).toMatchObject({
      screenshot: {
        _id: data.id,
        status: "completed",
        imageUrl: null,
        isDeleted: true,
        deletedAt: deleted.deletedAt,
        deletedSize: picture.byteLength,
      },
    });
  });
});

describe("a batch", () => {
  it("is announced once all of its captures have ended", async () => {
    const kind = "batch.completed";
    const { api, key, accountId, events, kinds } = await listen({ events: [kind] });
    const { held, queues } = heldQueue();
    const answer = await createApi({ queues }).post(
      "/v1/capture/batch",
      { urls: [url, `${url}two`, `${url}three`] },
      { key },
    );
    expect(answer.status).toBe(201);
    const { render } = fakeRender();
    const lost = failingRender(new ServiceError("host_error"));
    await deliver(held[0], { queues, render });
    await deliver(held[1], { queues, render: lost });
    expect(await kinds()).toEqual([]);

    await deliver(held[2], { queues, render });
    await deliver(held[2], { queues, render });

    await expect.poll(kinds, soon).toEqual([kind]);
    const list = await api.get("/v1/screenshots", { key });
    const { data } = await list.json<{ data: { batchId: string }[] }>();
    expect((await events())[0]?.data).toStrictEqual({
      batch: { _id: data[0]?.batchId, count: 3, completed: 2, failed: 1 },
      user: { id: accountId },
    });
  });

  it("announces each of its captures", async () => {
    const { key, kinds } = await listen({ events: ["screenshot.created", "screenshot.failed"] });
    const { held, queues } = heldQueue();
    await createApi({ queues }).post("/v1/capture/batch", { urls: [url, `${url}two`] }, { key });
    const render = failingRender(new ServiceError("host_error"));
    for (const job of held) await deliver(job, { queues, render });
    await expect
      .poll(kinds, soon)
      .toEqual([
        "screenshot.created",
        "screenshot.created",
        "screenshot.failed",
        "screenshot.failed",
      ]);
  });
});

describe("the month's usage", () => {
  const kind = "usage.threshold";

  async function listenToUsage(used: number) {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 10, used });
    const api = createApi(fakeRender());
    const receiver = freshReceiver();
    const webhook = await makeWebhook(api, key, { url: receiver.url, events: [kind] });
    const capture = () => api.post("/v1/capture", { url, options: json }, { key });
    const thresholds = async () =>
      (await receiver.received())
        .map((received) => verify(webhook.secret, received).data)
        .map((data) => ("usage" in data ? data.usage.threshold : 0))
        .sort((a, b) => a - b);
    const announced = async () => (await deliveriesOf(api, key, webhook._id)).length;
    return { key, accountId, receiver, webhook, capture, thresholds, announced };
  }

  it("is announced at 80 and at 100 per cent, once each, whatever comes at once", async () => {
    const { accountId, capture, thresholds, announced } = await listenToUsage(6);
    await capture();
    expect(await announced()).toBe(0);
    await Promise.all([capture(), capture(), capture(), capture(), capture()]);
    await expect.poll(thresholds, soon).toEqual([80, 100]);

    // Three are given back and taken again: the thresholds are passed a second time.
    await env.DB.prepare("UPDATE credits SET used = 7 WHERE account_id = ?").bind(accountId).run();
    await Promise.all([capture(), capture(), capture()]);
    expect(await announced()).toBe(2);
  });

  it("is announced at both when a batch jumps over both", async () => {
    const { key, accountId, receiver, webhook, thresholds } = await listenToUsage(5);
    const { queues } = heldQueue();
    const urls = Array.from({ length: 5 }, (_, i) => `${url}${i}`);
    await createApi({ queues }).post("/v1/capture/batch", { urls }, { key });
    await expect.poll(thresholds, soon).toEqual([80, 100]);
    const [first] = await receiver.received();
    const month = new Date().toISOString().slice(0, 7);
    expect(verify(webhook.secret, first!).data).toStrictEqual({
      usage: { threshold: expect.any(Number), month, limit: 10, usage: 10 },
      user: { id: accountId },
    });
  });
});

describe("a webhook", () => {
  it("hears of the kinds it names alone, and of nothing while it is disabled", async () => {
    const { key, api, webhook } = await listen({ events: ["screenshot.deleted"] });
    const all = await makeWebhook(api, key, { url: freshReceiver().url });
    const off = await makeWebhook(api, key, { url: freshReceiver().url, enabled: false });
    await api.post("/v1/capture", { url, options: json }, { key });
    expect(await deliveriesOf(api, key, webhook._id)).toEqual([]);
    expect(await deliveriesOf(api, key, off._id)).toEqual([]);
    expect(await deliveriesOf(api, key, all._id)).toHaveLength(2);
  });

  it("gets the same event under the same id as another, and nothing of other accounts", async () => {
    const { key, api, webhook } = await listen();
    const second = await makeWebhook(api, key, { url: freshReceiver().url });
    const stranger = await listen();
    await api.post("/v1/capture", { url, options: json }, { key });
    const ids = async (id: string) =>
      (await deliveriesOf(api, key, id)).map(({ event_id }) => event_id).sort();
    expect(await ids(webhook._id)).toHaveLength(2);
    expect(await ids(second._id)).toEqual(await ids(webhook._id));
    expect(await deliveriesOf(api, stranger.key, stranger.webhook._id)).toEqual([]);
  });
});
