// Webhook deliveries to slow, failing, redirecting and private receivers, and deliveries that were lost.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import type { DeliveryMessage } from "../../../src/contract/delivery-message.ts";
import {
  type DeliveryAnswer,
  MAX_WEBHOOKS_PER_ACCOUNT,
  type RotationAnswer,
} from "../../../src/contract/webhooks.ts";
import type { Context } from "../../../src/domain/context.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { hitsAt } from "../../support/pages.ts";
import { after, deliver } from "../../support/queue.ts";
import { listDeliveries, createReceiver, createWebhook, verify } from "../../support/webhooks.ts";

const WEBHOOKS = "/v1/webhooks";
const DELIVERIES = "edgeshot-deliveries";
const EVERY_MINUTE = "* * * * *";
const DAY_MS = 24 * 60 * 60_000;
/** The interval keeps polling below the account's rate limit. */
const soon = { timeout: 40_000, interval: 500 };
const { privateOrigin } = inject("receivers");
const noRetries = { maxRetries: 0 };

async function listen(behaviour: string, settings: Record<string, unknown> = noRetries) {
  const { key, accountId } = await seedAccount();
  const api = createApi(fakeRender());
  const receiver = createReceiver(behaviour);
  const webhook = await createWebhook(api, key, { url: receiver.url, ...settings });
  const test = async () => {
    const response = await api.send("POST", `/v1/webhooks/${webhook._id}/test`, { key });
    expect(response.status).toBe(201);
    return (await response.json<DeliveryAnswer>()).data;
  };
  const deliveries = () => listDeliveries(api, key, webhook._id);
  return { key, accountId, api, receiver, webhook, test, deliveries };
}

/** Runs the jobs of every minute with a clock that is `ms` ahead. */
async function sweepIn(ms: number, overrides: Partial<Context> = {}) {
  const lifetime = createExecutionContext();
  const ctx = wire(env, lifetime, () => undefined);
  await runScheduled(EVERY_MINUTE, { ...ctx, ...after(ms), ...overrides });
  await waitOnExecutionContext(lifetime);
}

describe("A delivery sends a signed event to its receiver.", () => {
  it("A test delivery is sent immediately and signed.", async () => {
    const { test, receiver, webhook } = await listen("");
    expect(await test()).toMatchObject({
      event: "test.ping",
      status: "delivered",
      attempts: [{ status: 204, error: null }],
    });
    const [received] = await receiver.received();
    expect(verify(webhook.secret, received!)).toMatchObject({ event: "test.ping" });
    expect(() => verify(`whsec_${btoa("another secret of some length")}`, received!)).toThrow();
  });

  it.each([
    ["responds with 500", "status=500", 500, "The receiver returned status 500."],
    ["responds with 404", "status=404", 404, "The receiver returned status 404."],
    ["closes the connection", "reset", null, "The receiver could not be reached."],
    ["never responds", "hang", null, "The receiver did not respond within 10 seconds."],
  ])(
    "A delivery without retries fails when its receiver %s.",
    async (_, behaviour, status, error) => {
      const { test } = await listen(behaviour);
      expect(await test()).toMatchObject({ status: "failed", attempts: [{ status, error }] });
    },
  );

  it("A delivery does not follow redirects.", async () => {
    const target = createReceiver();
    const { test } = await listen(`status=307&location=${encodeURIComponent(target.url)}`);
    expect(await test()).toMatchObject({
      status: "failed",
      attempts: [
        {
          status: 307,
          error: "The receiver returned a redirect (status 307). Redirects are not followed.",
        },
      ],
    });
    expect(await target.received()).toEqual([]);
  });

  it("A delivery ignores an endless response body.", async () => {
    const { test } = await listen("status=200&endless");
    expect(await test()).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] });
  });

  it("A delivery to an address that has become private is not sent.", async () => {
    const { test, webhook } = await listen("");
    await env.DB.prepare("UPDATE webhooks SET url = ? WHERE id = ?")
      .bind(`${privateOrigin}/private`, webhook._id)
      .run();
    expect(await test()).toMatchObject({
      status: "failed",
      attempts: [{ status: null, error: "The URL is private or internal." }],
    });
    const received = await fetch(`${privateOrigin}/__received?at=/private`);
    expect(await received.json()).toEqual([]);
  });

  it("A delivery to a public name with a private address is not sent.", async () => {
    const { rebindingOrigin, publicOrigin } = inject("site");
    const { test, webhook } = await listen("");
    const deliverTo = async (url: string) => {
      await env.DB.prepare("UPDATE webhooks SET url = ? WHERE id = ?").bind(url, webhook._id).run();
      return test();
    };
    const path = `/target?${crypto.randomUUID()}`;
    // At a public address, the server receives the event.
    expect(await deliverTo(publicOrigin + path)).toMatchObject({ status: "delivered" });
    expect((await hitsAt(path)).requests).toBe(1);
    expect(await deliverTo(rebindingOrigin + path)).toMatchObject({
      status: "failed",
      attempts: [{ status: null, error: "The URL is private or internal." }],
    });
    expect((await hitsAt(path)).requests).toBe(1);
  });

  it("The queue delivers the same event again to a receiver that failed once.", async () => {
    const { test, receiver, webhook, deliveries } = await listen("status=503&times=1", {
      maxRetries: 1,
      retryDelayMs: 1_000,
    });
    expect(await test()).toMatchObject({ status: "pending", attempts: [{ status: 503 }] });
    await expect
      .poll(deliveries, soon)
      .toMatchObject([{ status: "delivered", attempts: [{ status: 503 }, { status: 204 }] }]);
    const [first, second] = await receiver.received();
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    verify(webhook.secret, second!);
  });

  it("A replay delivers an event whose retries have all failed.", async () => {
    const { test, receiver, deliveries, api, key } = await listen("status=503&times=2", {
      maxRetries: 1,
      retryDelayMs: 1_000,
    });
    const { _id } = await test();
    await expect.poll(deliveries, soon).toMatchObject([{ status: "failed" }]);
    expect(await receiver.received()).toHaveLength(2);

    const replay = await api.send("POST", `/v1/webhooks/deliveries/${_id}/replay`, { key });

    expect(replay.status).toBe(200);
    expect((await replay.json<DeliveryAnswer>()).data).toMatchObject({ _id, status: "pending" });
    await expect
      .poll(deliveries, soon)
      .toMatchObject([
        { status: "delivered", attempts: [{ status: 503 }, { status: 503 }, { status: 204 }] },
      ]);
    const [first, , third] = await receiver.received();
    expect(third?.body).toBe(first?.body);
  });
});

describe("Captures do not depend on receivers.", () => {
  it("A capture does not wait for a receiver that never responds.", async () => {
    const { api, key, deliveries, webhook } = await listen("hang");
    const body = { url: "https://example.com/", options: { response_type: "json" } };
    expect((await api.post("/v1/capture", body, { key })).status).toBe(201);
    expect(await deliveries()).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    // The local queue delivers batches sequentially. Pending retries would delay the next tests.
    await api.send("DELETE", `/v1/webhooks/${webhook._id}`, { key });
  });
});

describe("Receivers of one account do not delay events of other accounts.", () => {
  const body = { html: "<p>", options: { response_type: "empty" } };

  it("An event arrives while many events wait for receivers that never respond.", async () => {
    const silent = await listen("hang");
    const { _id, url } = silent.webhook;
    const ids = [_id];
    while (ids.length < MAX_WEBHOOKS_PER_ACCOUNT) {
      const webhook = await createWebhook(silent.api, silent.key, { url, ...noRetries });
      ids.push(webhook._id);
    }
    // 60 events. In batches of five, they would occupy the queue for two minutes.
    for (let count = 0; count < 3; count += 1)
      expect((await silent.api.post("/v1/capture", body, { key: silent.key })).status).toBe(200);
    await silent.api.settled();
    const honest = await listen("", { events: ["screenshot.completed"] });
    expect((await honest.api.post("/v1/capture", body, { key: honest.key })).status).toBe(200);
    await expect.poll(honest.deliveries, soon).toMatchObject([{ status: "delivered" }]);
    for (const id of ids) await silent.api.send("DELETE", `${WEBHOOKS}/${id}`, silent);
  });

  it("An account with many running deliveries sends its other events later, each once.", async () => {
    const { key, api, receiver, deliveries } = await listen("delay=2000", {
      events: ["screenshot.completed"],
    });
    const messages: DeliveryMessage[] = [];
    const delays: number[] = [];
    const queue = {
      sendBatch(
        batch: Iterable<MessageSendRequest<DeliveryMessage>>,
        { delaySeconds = 0 }: QueueSendBatchOptions = {},
      ) {
        for (const message of batch) messages.push(message.body);
        delays.push(delaySeconds);
        return Promise.resolve({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
      },
    };
    const queues = { captures: env.CAPTURES, runSteps: env.CAPTURES, deliveries: queue };
    const collecting = createApi({ ...fakeRender(), queues });
    for (let count = 0; count < 25; count += 1)
      expect((await collecting.post("/v1/capture", body, { key })).status).toBe(200);
    await collecting.settled();
    expect(messages).toHaveLength(25);
    delays.length = 0;

    const consume = (sent: DeliveryMessage[]) =>
      Promise.all(sent.map((message) => deliver(message, { queues }, { queue: DELIVERIES })));
    await consume(messages.splice(0));

    expect(messages).toHaveLength(5);
    for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(1);
    await consume(messages.splice(0));
    await expect.poll(() => receiver.received(), soon).toHaveLength(25);
    const events = (await receiver.received()).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(events).size).toBe(25);
    await expect
      .poll(
        async () => (await deliveries()).map(({ status, attempts }) => [status, attempts.length]),
        soon,
      )
      .toEqual(Array.from({ length: 25 }, () => ["delivered", 1]));
    await api.settled();
  });
});

describe("Every event is delivered once.", () => {
  const body = { url: "https://example.com/", options: { response_type: "json" } };

  it("The sweep sends a delivery that the queue rejected.", async () => {
    const { key, deliveries } = await listen("", { events: ["screenshot.completed"] });
    let sends = 0;
    const failingDeliveries = {
      sendBatch: () => {
        sends++;
        return Promise.reject(new Error("Queue is overloaded."));
      },
    };
    const queues = {
      captures: env.CAPTURES,
      runSteps: env.CAPTURES,
      deliveries: failingDeliveries,
    };
    const api = createApi({ ...fakeRender(), queues });
    expect((await api.post("/v1/capture", body, { key })).status).toBe(201);
    await api.settled();
    expect(sends).toBe(1);
    await sweepIn(60_000, { queues });
    expect(sends).toBe(1);

    await sweepIn(150_000);

    await expect.poll(deliveries, soon).toMatchObject([{ status: "delivered" }]);
  });

  it("A delivery with several messages is sent once.", async () => {
    const { key, api, receiver, deliveries } = await listen("delay=300", {
      events: ["screenshot.completed"],
    });
    const queues = {
      captures: env.CAPTURES,
      runSteps: env.CAPTURES,
      deliveries: {
        sendBatch: (messages: Iterable<MessageSendRequest>) =>
          env.DELIVERIES.sendBatch([...messages, ...messages, ...messages] as never),
      },
    };
    const duplicatingApi = createApi({ ...fakeRender(), queues });
    await (await duplicatingApi.post("/v1/capture", body, { key })).arrayBuffer();
    await duplicatingApi.settled();
    await expect.poll(deliveries, soon).toMatchObject([{ status: "delivered" }]);
    await api.send("GET", "/v1/screenshots", { key });
    expect(await receiver.received()).toHaveLength(1);
  });

  it("Deleting a webhook deletes its pending deliveries.", async () => {
    const { key, api, test, webhook, deliveries } = await listen("status=500", {
      maxRetries: 10,
      retryDelayMs: 3_600_000,
    });
    await test();
    expect(await deliveries()).toMatchObject([{ status: "pending" }]);
    await api.send("DELETE", `/v1/webhooks/${webhook._id}`, { key });
    const remaining = await env.DB.prepare(
      "SELECT count(*) AS n FROM deliveries WHERE webhook_id = ?",
    )
      .bind(webhook._id)
      .first("n");
    expect(remaining).toBe(0);
  });

  it("A pending delivery fails when its webhook is disabled.", async () => {
    const { key, api, test, webhook, deliveries } = await listen("status=500", {
      maxRetries: 3,
      retryDelayMs: 1_000,
    });
    await test();
    await api.put(`/v1/webhooks/${webhook._id}`, { enabled: false }, { key });
    await expect
      .poll(deliveries, soon)
      .toMatchObject([
        { status: "failed", attempts: [{ status: 500 }, { error: "The webhook is disabled." }] },
      ]);
  });

  it("A delivery is deleted after 35 days.", async () => {
    const { test, deliveries } = await listen("");
    await test();
    await sweepIn(34 * DAY_MS);
    expect(await deliveries()).toHaveLength(1);
    await sweepIn(36 * DAY_MS);
    expect(await deliveries()).toEqual([]);
  });
});

describe("A rotated secret replaces the previous one after a day.", () => {
  it("Deliveries contain signatures of both secrets for a day, then of the new secret only.", async () => {
    const { key, api, test, receiver, webhook } = await listen("");
    const response = await api.send("POST", `/v1/webhooks/${webhook._id}/rotate-secret`, { key });
    const { data } = await response.json<RotationAnswer>();
    expect(data.secret).not.toBe(webhook.secret);
    await test();
    const [both] = await receiver.received();
    verify(webhook.secret, both!);
    verify(data.secret, both!);

    const tomorrow = createApi({ clock: () => new Date(Date.now() + DAY_MS + 60_000) });
    await tomorrow.send("POST", `/v1/webhooks/${webhook._id}/test`, { key });

    const { headers, body } = (await receiver.received())[1]!;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const id = headers["webhook-id"] ?? "";
    expect(headers["webhook-signature"]).toBe(new Webhook(data.secret).sign(id, at, body));
  });
});
