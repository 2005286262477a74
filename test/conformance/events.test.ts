// The events of the published API, delivered to their receivers through the real queue.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/contract/errors.ts";
import type { EventPayload } from "../../src/contract/events.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { failingRender, imageBytes, fakeRender } from "../support/fake-render.ts";
import { deliver, fakeQueue } from "../support/queue.ts";
import { listDeliveries, createReceiver, createWebhook, verify } from "../support/webhooks.ts";

const url = "https://example.com/";
const page = { title: "“Example”", url, language: "en" };
const json = { response_type: "json" };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const soon = { timeout: 10_000 };

/** Creates an account with a webhook. The result reads the events that the receiver got. */
async function listen(settings: Record<string, unknown> = {}, behaviour?: string) {
  const account = await seedAccount();
  const api = createApi(fakeRender({ page }));
  const receiver = createReceiver(behaviour);
  const webhook = await createWebhook(api, account.key, { url: receiver.url, ...settings });
  const events = async () =>
    (await receiver.received()).map((received) => verify(webhook.secret, received));
  const eventNames = async () => (await events()).map(({ event }) => event).sort();
  return { ...account, api, receiver, webhook, events, eventNames };
}

function find(events: EventPayload[], eventName: string): EventPayload | undefined {
  return events.find(({ event }) => event === eventName);
}

describe("A capture sends its events.", () => {
  it("A capture sends screenshot.created when it starts and screenshot.completed when it finishes.", async () => {
    const { api, key, accountId, events, eventNames, receiver, webhook } = await listen();
    const response = await api.post("/v1/capture", { url, options: json }, { key });
    const { data } = await response.json<{ data: { id: string; image_url: string } }>();
    await expect.poll(eventNames, soon).toEqual(["screenshot.completed", "screenshot.created"]);

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
            fileSize: imageBytes.byteLength,
            format: "png",
            dimensions: { width: 1280, height: 1024 },
            httpStatus: 200,
            page,
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
      .poll(() => listDeliveries(api, key, webhook._id), soon)
      .toMatchObject([
        { status: "delivered", attempts: [{ status: 204, error: null }] },
        { status: "delivered", attempts: [{ status: 204, error: null }] },
      ]);
  });

  it("A failed capture sends screenshot.failed with the error message.", async () => {
    const { key, events, eventNames } = await listen({ events: ["screenshot.failed"] });
    const message = "The host closed the connection.";
    const details = { reason: "ERR_CONNECTION_CLOSED" };
    const failure = new ServiceError("host_error", { message, details });
    const failing = createApi({ render: failingRender(failure) });
    await failing.post("/v1/capture", { url }, { key });
    await expect.poll(eventNames, soon).toEqual(["screenshot.failed"]);
    expect((await events())[0]?.data).toMatchObject({
      screenshot: {
        url,
        status: "failed",
        imageUrl: null,
        metadata: { format: "png" },
        error: { code: "host_error", message, details },
      },
      error: message,
    });
  });

  it("A deleted screenshot sends screenshot.deleted.", async () => {
    const { api, key, events, eventNames } = await listen({ events: ["screenshot.deleted"] });
    const response = await api.post("/v1/capture", { url, options: json }, { key });
    const { data } = await response.json<{ data: { id: string } }>();
    const path = `/v1/screenshots/${data.id}`;
    const deletion = await api.send("DELETE", path, { key });
    const { data: deleted } = await deletion.json<{ data: { deletedAt: string } }>();
    await expect.poll(eventNames, soon).toEqual(["screenshot.deleted"]);
    expect((await events())[0]?.data).toMatchObject({
      screenshot: {
        _id: data.id,
        status: "completed",
        imageUrl: null,
        isDeleted: true,
        deletedAt: deleted.deletedAt,
        deletedSize: imageBytes.byteLength,
        metadata: { page },
      },
    });
  });
});

describe("A batch sends its events.", () => {
  it("A batch sends batch.completed once, after its last capture has finished.", async () => {
    const eventName = "batch.completed";
    const { api, key, accountId, events, eventNames, webhook } = await listen({
      events: [eventName],
    });
    const { messages, queues } = fakeQueue();
    const response = await createApi({ queues }).post(
      "/v1/capture/batch",
      { urls: [url, `${url}two`, `${url}three`] },
      { key },
    );
    expect(response.status).toBe(201);
    const { render } = fakeRender();
    const failing = failingRender(new ServiceError("host_error"));
    await deliver(messages[0], { queues, render });
    await deliver(messages[1], { queues, render: failing });
    expect(await listDeliveries(api, key, webhook._id)).toEqual([]);

    await deliver(messages[2], { queues, render });
    await deliver(messages[2], { queues, render });

    await expect.poll(eventNames, soon).toEqual([eventName]);
    const list = await api.get("/v1/screenshots", { key });
    const { data } = await list.json<{ data: { batchId: string }[] }>();
    expect((await events())[0]?.data).toStrictEqual({
      batch: { _id: data[0]?.batchId, count: 3, completed: 2, failed: 1 },
      user: { id: accountId },
    });
  });

  it("Each capture of a batch sends its own events.", async () => {
    const { key, eventNames } = await listen({
      events: ["screenshot.created", "screenshot.failed"],
    });
    const { messages, queues } = fakeQueue();
    await createApi({ queues }).post("/v1/capture/batch", { urls: [url, `${url}two`] }, { key });
    const render = failingRender(new ServiceError("host_error"));
    for (const message of messages) await deliver(message, { queues, render });
    await expect
      .poll(eventNames, soon)
      .toEqual([
        "screenshot.created",
        "screenshot.created",
        "screenshot.failed",
        "screenshot.failed",
      ]);
  });
});

describe("The monthly usage sends its events.", () => {
  const eventName = "usage.threshold";

  async function listenToUsage(used: number) {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 10, used });
    const api = createApi(fakeRender());
    const receiver = createReceiver();
    const webhook = await createWebhook(api, key, { url: receiver.url, events: [eventName] });
    const capture = () => api.post("/v1/capture", { url, options: json }, { key });
    const thresholds = async () =>
      (await receiver.received())
        .map((received) => verify(webhook.secret, received).data)
        .map((data) => ("usage" in data ? data.usage.threshold : 0))
        .sort((a, b) => a - b);
    const deliveryCount = async () => (await listDeliveries(api, key, webhook._id)).length;
    return { key, accountId, receiver, webhook, capture, thresholds, deliveryCount };
  }

  it("usage.threshold is sent once at 80 % and once at 100 % of the credits, despite concurrent captures.", async () => {
    const { accountId, capture, thresholds, deliveryCount } = await listenToUsage(6);
    await capture();
    expect(await deliveryCount()).toBe(0);
    await Promise.all([capture(), capture(), capture(), capture(), capture()]);
    await expect.poll(thresholds, soon).toEqual([80, 100]);

    // Refund three credits and spend them again, so that the usage crosses both thresholds a second time.
    await env.DB.prepare("UPDATE credits SET used = 7 WHERE account_id = ?").bind(accountId).run();
    await Promise.all([capture(), capture(), capture()]);
    expect(await deliveryCount()).toBe(2);
  });

  it("usage.threshold is sent twice when one batch crosses both thresholds.", async () => {
    const { key, accountId, receiver, webhook, thresholds } = await listenToUsage(5);
    const { queues } = fakeQueue();
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

describe("A webhook receives the events that it subscribes to.", () => {
  it("A webhook receives only the events that it lists, and none while it is disabled.", async () => {
    const { key, api, webhook } = await listen({ events: ["screenshot.deleted"] });
    const unfiltered = await createWebhook(api, key, { url: createReceiver().url });
    const disabled = await createWebhook(api, key, { url: createReceiver().url, enabled: false });
    await api.post("/v1/capture", { url, options: json }, { key });
    expect(await listDeliveries(api, key, webhook._id)).toEqual([]);
    expect(await listDeliveries(api, key, disabled._id)).toEqual([]);
    expect(await listDeliveries(api, key, unfiltered._id)).toHaveLength(2);
  });

  it("Two webhooks of an account receive an event with the same id, and webhooks of other accounts receive nothing.", async () => {
    const { key, api, webhook } = await listen();
    const second = await createWebhook(api, key, { url: createReceiver().url });
    const other = await listen();
    await api.post("/v1/capture", { url, options: json }, { key });
    const ids = async (id: string) =>
      (await listDeliveries(api, key, id)).map(({ event_id }) => event_id).sort();
    expect(await ids(webhook._id)).toHaveLength(2);
    expect(await ids(second._id)).toEqual(await ids(webhook._id));
    expect(await listDeliveries(api, other.key, other.webhook._id)).toEqual([]);
  });
});
