// The API client, tested against the app.
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { Edgeshot, EdgeshotError, verifyWebhook } from "../../../src/client/client.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { deliver, fakeQueue } from "../../support/queue.ts";
import { seedScreenshot } from "../../support/screenshots.ts";

const url = "https://example.com/";

async function createClient({
  overrides = fakeRender(),
  maxWaitSeconds,
  ...account
}: { overrides?: Partial<Context>; maxWaitSeconds?: number } & Parameters<
  typeof seedAccount
>[0] = {}) {
  const { key, accountId } = await seedAccount(account);
  const api = createApi(overrides);
  const client = new Edgeshot({
    baseUrl: "https://edgeshot.test/",
    apiKey: key,
    ...(maxWaitSeconds === undefined ? {} : { maxWaitSeconds }),
    fetch: async (request) =>
      api.send(request.method, request.url, {
        headers: Object.fromEntries(request.headers),
        ...(request.body === null ? {} : { body: await request.text() }),
      }),
  });
  return { client, api, accountId };
}

describe("the client", () => {
  it("The client captures a page to a file.", async () => {
    const { client, api } = await createClient();
    const shot = await client.capture({ url, options: { format: "jpeg", full_page: true } });
    expect(shot).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      bytes: imageBytes,
      contentType: "image/jpeg",
      remainingCredits: 74_999,
      stored: true,
    });
    await api.settled();
  });

  it.each([undefined, "", "shots.example.com:8787"])(
    "The client refuses the base URL %j with its name.",
    (baseUrl) => {
      // A program without types can pass any value.
      const settings = { apiKey: "es_", baseUrl } as { apiKey: string; baseUrl: string };
      expect(() => new Edgeshot(settings)).toThrow("baseUrl must be the URL of a service");
    },
  );

  it("The client captures an HTML document and returns the URL of its image.", async () => {
    const { client, api } = await createClient();
    const shot = await client.captureToUrl({ html: "<h1>Hello</h1>", name: "Hello" });
    expect(shot).toMatchObject({
      status: "completed",
      url: "about:blank",
      remaining_credits: 74_999,
    });
    expect((await api.get(shot.image_url)).status).toBe(200);
  });

  it("A capture that is repeated with its idempotency key is charged once.", async () => {
    const { client, api } = await createClient();
    const first = await client.capture({ url }, { idempotencyKey: "one" });
    await api.settled();
    const again = await client.capture({ url }, { idempotencyKey: "one" });
    expect(again).toEqual(first);
  });

  it("The client splits many pages into batches, keeps their order and returns the error of a failed capture.", async () => {
    const { messages, queues } = fakeQueue();
    const { client } = await createClient({ overrides: { ...fakeRender(), queues } });
    const urls = Array.from({ length: 51 }, (_, page) => `https://example.com/${page}`);
    const progress: string[] = [];
    const work = async (ended: number, count: number) => {
      progress.push(`${ended}/${count}`);
      const broken = { render: failingRender(new ServiceError("host_error")) };
      const jobs = messages.splice(0);
      for (const job of jobs) await deliver(job, job === jobs.at(-1) ? broken : fakeRender());
    };
    const done: Promise<void>[] = [];
    const onProgress = (ended: number, count: number) => done.push(work(ended, count));

    const records = await client.captureMany(urls, { onProgress, pollEveryMs: 100 });

    await Promise.all(done);
    expect(progress[0]).toBe("0/51");
    expect(progress.at(-1)).toBe("51/51");
    expect(records.map(({ url: address }) => address)).toEqual(urls);
    const failed = records.filter(({ status }) => status === "failed");
    expect(failed).toHaveLength(1);
    expect(failed[0]?.errorMessage).toMatch(/could not be reached/);
    expect(records[0]?.imageUrl).toMatch(/\/images\//);
  });

  it("The client does not wait for a deleted record and throws not_found.", async () => {
    const { messages, queues } = fakeQueue();
    const { client } = await createClient({ overrides: { ...fakeRender(), queues } });
    const onProgress = async () => {
      const { data } = await client.list({ status: "pending" });
      for (const { _id } of data.slice(0, 1)) await client.delete(_id);
      for (const job of messages.splice(0)) await deliver(job, fakeRender());
    };
    const waiting = client.captureMany([url, url], {
      onProgress: () => void onProgress(),
      pollEveryMs: 100,
      signal: AbortSignal.timeout(4_000),
    });
    await expect(waiting).rejects.toMatchObject({ code: "not_found" });
  });

  it("The client lists, reads, renames and deletes records, and reads the usage.", async () => {
    const { client, accountId } = await createClient();
    const id = await seedScreenshot(accountId, { createdAt: new Date("2026-11-01T12:00:00Z") });
    await seedScreenshot(accountId, { createdAt: new Date("2026-10-01T12:00:00Z") });

    const { data, pagination } = await client.list({
      status: "completed",
      startDate: new Date("2026-11-01"),
      limit: 5,
    });
    expect(data.map(({ _id }) => _id)).toEqual([id]);
    expect(pagination).toEqual({ total: 1, page: 1, limit: 5, pages: 1 });
    expect((await client.get(id)).options.viewport_width).toBe(1280);
    expect((await client.status(id)).status).toBe("completed");
    expect((await client.update(id, { name: "Two" })).name).toBe("Two");
    expect((await client.delete(id)).isDeleted).toBe(true);
    expect((await client.usage()).plan.id).toBe("business");
  });

  it("The client creates links that work without a key until they expire.", async () => {
    const { client, api } = await createClient();
    const target = { url, options: { format: "webp" as const, wait_until: ["load" as const] } };
    const link = await client.link(target, { expiresAt: new Date(Date.now() + 60_000) });
    const expired = await client.link(target, { expiresAt: new Date(Date.now() - 60_000) });

    const answer = await api.get(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    await answer.arrayBuffer();
    await api.settled();
    expect((await api.get(link.replace("webp", "jpeg"))).status).toBe(401);
    expect((await api.get(expired)).status).toBe(403);
  });

  it("The client creates, reads, updates, runs and deletes monitors.", async () => {
    const { client } = await createClient({ overrides: fakeQueue() });
    const settings = { name: "Prices", url: "https://example.com/", schedule: { every: "6h" } };
    const { _id } = await client.monitors.create(settings);
    expect((await client.monitors.list()).map((monitor) => monitor._id)).toEqual([_id]);
    expect((await client.monitors.update(_id, { notify: false })).notify).toBe(false);
    const run = await client.monitors.run(_id);
    expect(await client.monitors.runs(_id)).toMatchObject([{ _id: run._id, monitorId: _id }]);
    expect((await client.monitors.get(_id)).name).toBe("Prices");
    await client.monitors.delete(_id);
    await expect(client.monitors.get(_id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("The client creates, reads, updates and deletes webhooks.", async () => {
    const { client } = await createClient();
    const { _id, secret } = await client.webhooks.create({ url: "https://example.com/hook" });
    expect(secret).toMatch(/^whsec_/);
    expect((await client.webhooks.list()).map((webhook) => webhook._id)).toEqual([_id]);
    expect((await client.webhooks.update(_id, { enabled: false })).enabled).toBe(false);
    expect((await client.webhooks.get(_id)).url).toBe("https://example.com/hook");
    expect((await client.webhooks.rotateSecret(_id)).secret).not.toBe(secret);
    expect(await client.webhooks.deliveries(_id)).toEqual([]);
    await expect(client.webhooks.replay("0".repeat(24))).rejects.toMatchObject({
      code: "not_found",
    });
    await client.webhooks.delete(_id);
    await expect(client.webhooks.get(_id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("The client throws the API error with its code, details and request id.", async () => {
    const { client } = await createClient();
    const shiny = { shiny: true } as object;
    const error = await client.capture({ url: "example", options: shiny }).catch(String);
    expect(error).toMatch(/^EdgeshotError: /);
    await expect(client.capture({ url: "example", options: shiny })).rejects.toMatchObject({
      code: "invalid_url",
      status: 422,
      details: { "options.shiny": "is not a known option", url: expect.any(String) },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(client.get("../usage")).rejects.toMatchObject({ code: "not_found" });
    await expect(client.get("x")).rejects.toBeInstanceOf(EdgeshotError);
  });

  it("The client reports a response of a proxy as unexpected_answer.", async () => {
    const client = new Edgeshot({
      baseUrl: "https://edgeshot.test",
      apiKey: "es_",
      fetch: async () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    });
    await expect(client.usage()).rejects.toMatchObject({
      code: "unexpected_answer",
      status: 502,
      message: expect.stringContaining("Bad gateway"),
    });
  });

  it("The client waits for Retry-After and retries.", async () => {
    const busy = new ServiceError("service_unavailable", { retryAfterSeconds: 1 });
    const overrides = fakeRender();
    let tries = 0;
    const render: Context["render"] = (...request) => {
      tries += 1;
      return tries === 1 ? failingRender(busy)(...request) : overrides.render(...request);
    };
    const { client, api } = await createClient({ overrides: { render } });
    expect((await client.capture({ url })).remainingCredits).toBe(74_999);
    expect(tries).toBe(2);
    await api.settled();
  });

  it("The client does not wait longer than its limit and does not retry permanent errors.", async () => {
    const { client } = await createClient({ requestsPerMinute: 1, maxWaitSeconds: 1 });
    await client.usage();
    await expect(client.usage()).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      retryAfterSeconds: expect.any(Number),
    });
    const overrides = { render: failingRender(new ServiceError("host_error")) };
    const other = await createClient({ overrides });
    await expect(other.client.capture({ url })).rejects.toMatchObject({ code: "host_error" });
  });

  it("The client stops waiting when the signal is aborted.", async () => {
    const { client } = await createClient({
      overrides: {
        render: failingRender(new ServiceError("service_unavailable", { retryAfterSeconds: 50 })),
      },
    });
    const signal = AbortSignal.timeout(200);
    await expect(client.capture({ url }, { signal })).rejects.toThrow(/timeout|abort/i);
  });

  it("Unknown options, formats and filters do not compile.", async () => {
    const { client } = await createClient();
    const calls = [
      // @ts-expect-error an unknown option
      () => client.capture({ url, options: { shiny: true } }),
      // @ts-expect-error an unknown format
      () => client.capture({ url, options: { format: "gif" } }),
      // @ts-expect-error two sources
      () => client.capture({ url, html: "<p>" }),
      // @ts-expect-error no source
      () => client.capture({ name: "none" }),
      // @ts-expect-error an unknown filter
      () => client.list({ colour: "red" }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 422 });
  });
});

describe("verifying a webhook", () => {
  const secret = `whsec_${btoa("a secret of 24 characters")}`;
  const body = JSON.stringify({ event: "test.ping", event_id: "evt_1", timestamp: "…" });

  function signed(at = new Date()) {
    return {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "Webhook-Signature": `v1,${btoa("another")} ${new Webhook(secret).sign("evt_1", at, body)}`,
    };
  }

  it("An event with a valid signature is accepted, also during a rotation of the secret.", async () => {
    expect(await verifyWebhook({ body, headers: signed(), secret })).toEqual(JSON.parse(body));
    const headers = new Headers(signed());
    expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ event: "test.ping" });
  });

  it.each([
    ["a changed body", { body: `${body} ` }, /signature is invalid/],
    [
      "another secret",
      { secret: `whsec_${btoa("another secret entirely!")}` },
      /signature is invalid/,
    ],
    ["no signature", { headers: {} }, /has no signature/],
    [
      "a timestamp of ten minutes ago",
      { headers: signed(new Date(Date.now() - 600_000)) },
      /timestamp differs/,
    ],
    [
      "a signature that is not base64",
      { headers: { ...signed(), "Webhook-Signature": "v1,%" } },
      /signature is invalid/,
    ],
  ])("An event with %s is rejected.", async (_what, change, message) => {
    await expect(verifyWebhook({ body, headers: signed(), secret, ...change })).rejects.toThrow(
      message,
    );
  });
});
