// The REST API of webhooks. test/conformance and test/faults test the deliveries.
import { describe, expect, it } from "vitest";
import { MAX_WEBHOOKS_PER_ACCOUNT } from "../../../src/contract/webhooks.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { createWebhook } from "../../support/webhooks.ts";
import { env } from "cloudflare:workers";

const path = "/v1/webhooks";
const url = "https://receiver.invalid/events";
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("valid requests", () => {
  it("A new webhook returns its secret once and stores it encrypted.", async () => {
    const { key } = await seedAccount();
    const api = createApi();

    const answer = await api.post(path, { url }, { key });

    expect(answer.status).toBe(201);
    const { data } = await answer.json<{ data: { _id: string; secret: string } }>();
    const webhook = {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url,
      events: [],
      enabled: true,
      maxRetries: 3,
      retryDelayMs: 10_000,
      createdAt: ISO,
      updatedAt: ISO,
    };
    expect(data).toStrictEqual({
      ...webhook,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const single = await api.get(`${path}/${data._id}`, { key });
    expect(await single.json()).toStrictEqual({ success: true, data: webhook });
    const list = await api.get(path, { key });
    expect(await list.json()).toStrictEqual({ success: true, data: [webhook] });
    const row = await env.DB.prepare("SELECT * FROM webhooks WHERE id = ?").bind(data._id).first();
    expect(JSON.stringify(row)).not.toContain(data.secret.slice("whsec_".length));
  });

  it("An update changes only the fields of the request.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { secret: _, ...made } = await createWebhook(api, key, { url, maxRetries: 10 });

    const answer = await api.put(
      `${path}/${made._id}`,
      { events: ["screenshot.failed", "batch.completed", "screenshot.failed"], enabled: false },
      { key },
    );

    expect(answer.status).toBe(200);
    const changed = { events: ["screenshot.failed", "batch.completed"], enabled: false };
    expect(await answer.json()).toStrictEqual({
      success: true,
      data: { ...made, ...changed, updatedAt: ISO },
    });
  });

  it("A deleted webhook is not found.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id } = await createWebhook(api, key, { url });
    const answer = await api.send("DELETE", `${path}/${_id}`, { key });
    expect(await answer.json()).toStrictEqual({
      success: true,
      message: expect.any(String),
      data: { _id, isDeleted: true },
    });
    for (const [method, suffix] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", "/rotate-secret"],
    ] as const)
      await expectError(
        await api.send(method, `${path}/${_id}${suffix}`, { key }),
        404,
        "not_found",
      );
  });
});

describe("invalid requests", () => {
  it.each([
    [{}, "invalid_url", { url: "is required" }],
    [{ url: "ftp://example.com/" }, "invalid_url", { url: expect.any(String) }],
    [{ url: 7 }, "invalid_url", { url: "must be a string" }],
    [{ url, events: ["screenshot.moved"] }, "invalid_options", { "events.0": expect.any(String) }],
    [{ url, events: "screenshot.failed" }, "invalid_options", { events: expect.any(String) }],
    [{ url, enabled: 1 }, "invalid_options", { enabled: "must be true or false" }],
    [{ url, maxRetries: 11 }, "invalid_options", { maxRetries: expect.any(String) }],
    [{ url, maxRetries: -1 }, "invalid_options", { maxRetries: expect.any(String) }],
    [{ url, retryDelayMs: 999 }, "invalid_options", { retryDelayMs: expect.any(String) }],
    [{ url, secret: "mine" }, "invalid_options", { secret: "is not a known field" }],
    [[], "invalid_options", { body: "must be an object" }],
  ] as const)("The body %j is rejected.", async (body, code, details) => {
    const { key } = await seedAccount();
    await expectError(await createApi().post(path, body, { key }), 422, code, details);
  });

  it("A body with 400,000 unknown event kinds is rejected with one error.", async () => {
    const { key } = await seedAccount();
    const events = Array.from({ length: 400_000 }, () => "x");
    const response = await createApi().post(path, { url, events }, { key });
    const error = await expectError(response, 422, "invalid_options");
    expect(error.details).toEqual({ events: "must contain at most 100 event kinds" });
  });

  it.each([
    "http://localhost:8080/",
    "http://10.0.0.1/",
    "https://[::1]/",
    "http://169.254.169.254/latest",
  ])("The private URL %s is rejected, for new webhooks and in updates.", async (target) => {
    const { key } = await seedAccount();
    const api = createApi();
    const refused = { url: target, reason: expect.any(String) };
    const { _id } = await createWebhook(api, key, { url });
    const [made, changed] = [
      await api.post(path, { url: target }, { key }),
      await api.put(`${path}/${_id}`, { url: target }, { key }),
    ];
    await expectError(made, 422, "url_not_allowed", refused);
    await expectError(changed, 422, "url_not_allowed", refused);
  });

  it("An account cannot exceed its limit of webhooks, even with concurrent requests.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS_PER_ACCOUNT + 3 }, () => api.post(path, { url }, { key })),
    );
    const rejected = answers.filter(({ status }) => status !== 201);
    expect(rejected).toHaveLength(3);
    for (const response of rejected)
      await expectError(response, 422, "webhook_limit_reached", {
        limit: MAX_WEBHOOKS_PER_ACCOUNT,
      });
  });

  it("An empty update is rejected.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id } = await createWebhook(api, key, { url });
    await expectError(await api.put(`${path}/${_id}`, {}, { key }), 422, "invalid_options", {
      body: expect.any(String),
    });
  });

  it.each(["page=0", "limit=101", "status=lost", "colour=red"])(
    "The filter %s is rejected.",
    async (query) => {
      const { key } = await seedAccount();
      const api = createApi();
      const { _id } = await createWebhook(api, key, { url });
      const answer = await api.get(`${path}/${_id}/deliveries?${query}`, { key });
      await expectError(answer, 422, "invalid_options", {
        [query.split("=")[0] ?? ""]: expect.any(String),
      });
    },
  );

  it("All requests for a webhook or delivery of another account are rejected.", async () => {
    const [owner, stranger] = [await seedAccount(), await seedAccount()];
    const api = createApi();
    const { _id } = await createWebhook(api, owner.key, { url, maxRetries: 0 });
    const tested = await api.send("POST", `${path}/${_id}/test`, { key: owner.key });
    const { data } = await tested.json<{ data: { _id: string } }>();
    const { key } = stranger;
    for (const [method, address] of [
      ["GET", `/${_id}`],
      ["DELETE", `/${_id}`],
      ["GET", `/${_id}/deliveries`],
      ["POST", `/${_id}/test`],
      ["POST", `/${_id}/rotate-secret`],
      ["POST", `/deliveries/${data._id}/replay`],
    ] as const)
      await expectError(await api.send(method, path + address, { key }), 403, "forbidden");
    const change = await api.put(`${path}/${_id}`, { enabled: false }, { key });
    await expectError(change, 403, "forbidden");
    expect(await (await api.get(path, { key })).json()).toEqual({ success: true, data: [] });
  });

  it("An account sends at most 20 test events a minute.", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 100 });
    const api = createApi();
    const { _id } = await createWebhook(api, key, { url, maxRetries: 0 });
    const test = () => api.send("POST", `${path}/${_id}/test`, { key });
    for (let count = 0; count < 20; count += 1) expect((await test()).status).toBe(201);
    await expectError(await test(), 429, "rate_limit_exceeded");
  });

  it("A disabled webhook rejects tests and replays.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id } = await createWebhook(api, key, { url, maxRetries: 0 });
    const tested = await api.send("POST", `${path}/${_id}/test`, { key });
    const { data } = await tested.json<{ data: { _id: string } }>();
    await api.put(`${path}/${_id}`, { enabled: false }, { key });
    for (const address of [`/${_id}/test`, `/deliveries/${data._id}/replay`])
      await expectError(await api.send("POST", path + address, { key }), 422, "invalid_options", {
        enabled: "is false",
      });
  });
});

const unknown = "0123456789abcdef01234567";
guards({ method: "GET", path, refused: ["PUT", "DELETE"], allow: "GET, HEAD, POST" });
guards({
  method: "GET",
  path: `${path}/${unknown}`,
  refused: ["POST"],
  allow: "GET, HEAD, PUT, DELETE",
});
guards({
  method: "GET",
  path: `${path}/${unknown}/deliveries`,
  refused: ["POST"],
  allow: "GET, HEAD",
});
guards({
  method: "POST",
  path: `${path}/${unknown}/test`,
  refused: ["GET", "HEAD"],
  allow: "POST",
});
guards({
  method: "POST",
  path: `${path}/${unknown}/rotate-secret`,
  refused: ["GET", "HEAD"],
  allow: "POST",
});
guards({
  method: "POST",
  path: `${path}/deliveries/${unknown}/replay`,
  refused: ["GET", "HEAD"],
  allow: "POST",
});
