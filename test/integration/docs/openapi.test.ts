// The OpenAPI document matches the routes and their responses.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createWholeApp } from "../../../src/whole-app.ts";
import { optionShape } from "../../../src/contract/capture-options.ts";
import { type ErrorCode, errorTable, ServiceError } from "../../../src/contract/errors.ts";
import { EVENT_KINDS } from "../../../src/contract/event-kinds.ts";
import { linkKeyOf, signLink } from "../../../src/contract/signed-link.ts";
import { dashboardRoutes } from "../../../src/dashboard/routes.ts";
import { clientRoutes } from "../../../src/http/routes/client.ts";
import { answerExamples } from "../../../src/contract/answer-examples.ts";
import { operations } from "../../../src/contract/operations.ts";
import { listQueryShape } from "../../../src/contract/screenshot-requests.ts";
import { MAX_MONITORS_PER_ACCOUNT } from "../../../src/contract/monitors.ts";
import { MAX_WEBHOOKS_PER_ACCOUNT } from "../../../src/contract/webhooks.ts";
import { mcpRoutes } from "../../../src/mcp/routes.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectDocumented, openApi } from "../../support/openapi.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { fakeQueue } from "../../support/queue.ts";
import { seedPair } from "../../support/png-screenshots.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMonitor } from "../../support/monitors.ts";
import { createWebhook } from "../../support/webhooks.ts";

/** Routes without OpenAPI documentation: pages, files and the Model Context Protocol. */
const pages = [mcpRoutes, dashboardRoutes, clientRoutes].flatMap(({ routes }) => routes);

const url = "https://example.com/";

describe("/openapi.json", () => {
  it("The document is public and available to other origins.", async () => {
    const answer = await createApi().get("/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await answer.json()).toEqual(openApi);
  });

  it("The document contains exactly the routes of the app.", () => {
    const routes = createWholeApp({ wire })
      .routes.filter(({ method }) => method !== "ALL")
      .filter(
        ({ method, path }) => !pages.some((page) => page.method === method && page.path === path),
      )
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "{}")}`);
    const documented = Object.entries(openApi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`,
      ),
    );
    expect(documented.toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  it("Every request body has a valid example.", () => {
    const bodies = operations.filter(({ body }) => body !== undefined);
    expect(bodies.length).toBeGreaterThan(4);
    for (const { id, body, example } of bodies)
      expect(body?.safeParse(example).error, id).toBeUndefined();
  });

  it("Every successful response with JSON or text has a valid example.", () => {
    for (const { id, answers } of operations)
      for (const { status, json, content } of answers) {
        const example = answerExamples[id]?.[status];
        if (json !== undefined) expect(json.safeParse(example).error, id).toBeUndefined();
        if (content?.includes("text/plain")) expect(example, id).toMatch(/./);
      }
  });

  it("The document names its schemas, and declares images as binary.", () => {
    const { schemas } = openApi.components;
    const names = ["Screenshot", "Webhook", "Delivery", "Usage", "Error", "CaptureOptions"];
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(names));
    expect(schemas["GetScreenshotAnswer"]).toMatchObject({
      properties: { data: { $ref: "#/components/schemas/Screenshot" } },
    });
    const capture = openApi.paths["/v1/capture"]?.post;
    expect(capture?.responses["200"]?.content?.["image/png"]?.schema).toEqual({
      type: "string",
      format: "binary",
    });
    expect(Object.keys(capture?.responses["405"]?.headers ?? {})).toContain("Allow");
  });

  it("The document describes every option with type, range, default and description, in the body and in the query.", () => {
    const { CaptureOptions } = openApi.components.schemas;
    expect(CaptureOptions).toMatchObject({
      additionalProperties: false,
      properties: {
        viewport_width: { type: "integer", minimum: 100, maximum: 5000, default: 1280 },
        format: { enum: ["png", "jpeg", "webp", "pdf"], default: "png" },
        selector: { type: "string", maxLength: 255 },
      },
    });
    const options = Object.keys(optionShape);
    const properties = CaptureOptions?.["properties"] as Record<string, { description?: string }>;
    expect(Object.keys(properties)).toEqual(options);
    for (const option of options) expect(properties[option]?.description, option).toMatch(/\.$/);
    expect(parametersOf("/v1/capture")).toEqual(["url", "name", ...options]);
    expect(parametersOf("/v1/screenshots")).toEqual(Object.keys(listQueryShape));
    expect(openApi.paths["/v1/screenshots"]?.get?.["parameters"]).toContainEqual(
      expect.objectContaining({
        name: "limit",
        schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
      }),
    );
  });
});

describe("responses", () => {
  it("A successful response of every endpoint matches the document.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi({ ...fakeRender(), ...fakeQueue() });
    const id = await seedScreenshot(accountId, { name: "One" });
    await seedScreenshot(accountId, {
      status: "failed",
      imageKey: null,
      errorMessage: "The page could not be captured.",
    });
    const [record, image] = ["/v1/screenshots/{screenshotId}", "/images/{key}"];
    await env.IMAGES.put(`${"0".repeat(32)}.png`, imageBytes);
    const capture = (options: object) => api.post("/v1/capture", { url, options }, { key });
    const stored = await capture({ response_type: "json", cache_ttl: 60 });
    const { data } = await stored.clone().json<{ data: { image_url: string } }>();
    const path = new URL(data.image_url).pathname;
    const tag = (await api.get(path)).headers.get("ETag") ?? "";

    const hook = "/v1/webhooks/{webhookId}";
    const settings = { url: "https://receiver.invalid/", maxRetries: 0 };
    const hookPath = `/v1/webhooks/${(await createWebhook(api, key, settings))._id}`;
    const tested = await api.send("POST", `${hookPath}/test`, { key });
    const { data: ping } = await tested.clone().json<{ data: { _id: string } }>();
    const monitor = "/v1/monitors/{monitorId}";
    const made = await createMonitor(api, key);
    const monitorPath = `/v1/monitors/${made._id}`;
    const monitorBody = { name: "Two", url, schedule: { cron: "0 9 * * 1-5", timeZone: "UTC" } };
    const token = "a token of the operator";
    const metrics = createApi({ vars: { METRICS_TOKEN: token } });

    const answers: [operation: string, answer: Response][] = [
      ["POST /v1/capture", stored],
      ["POST /v1/capture", await capture({})],
      ["POST /v1/capture", await capture({ format: "pdf" })],
      ["POST /v1/capture", await capture({ response_type: "empty" })],
      ["GET /v1/capture", await api.get(`/v1/capture?url=${url}&cache_ttl=1`, { key })],
      [
        "POST /v1/capture/batch",
        await api.post("/v1/capture/batch", { urls: [url, url] }, { key }),
      ],
      ["GET /v1/screenshots", await api.get("/v1/screenshots", { key })],
      [`GET ${record}`, await api.get(`/v1/screenshots/${id}`, { key })],
      [`GET ${record}/status`, await api.get(`/v1/screenshots/${id}/status`, { key })],
      [`PUT ${record}`, await api.put(`/v1/screenshots/${id}`, { name: "Two" }, { key })],
      ["POST /v1/compare", await api.post("/v1/compare", await seedPair(accountId), { key })],
      ["GET /v1/monitors", await api.get("/v1/monitors", { key })],
      ["POST /v1/monitors", await api.post("/v1/monitors", monitorBody, { key })],
      [`POST ${monitor}/run`, await api.send("POST", `${monitorPath}/run`, { key })],
      [`GET ${monitor}/runs`, await api.get(`${monitorPath}/runs`, { key })],
      [`GET ${monitor}`, await api.get(monitorPath, { key })],
      [`PUT ${monitor}`, await api.put(monitorPath, { enabled: false }, { key })],
      [`DELETE ${monitor}`, await api.send("DELETE", monitorPath, { key })],
      [`DELETE ${record}`, await api.send("DELETE", `/v1/screenshots/${id}`, { key })],
      ["GET /v1/webhooks", await api.get("/v1/webhooks", { key })],
      ["POST /v1/webhooks", await api.post("/v1/webhooks", settings, { key })],
      [`POST ${hook}/test`, tested],
      [
        "POST /v1/webhooks/deliveries/{deliveryId}/replay",
        await api.send("POST", `/v1/webhooks/deliveries/${ping._id}/replay`, { key }),
      ],
      [`GET ${hook}/deliveries`, await api.get(`${hookPath}/deliveries`, { key })],
      [`POST ${hook}/rotate-secret`, await api.send("POST", `${hookPath}/rotate-secret`, { key })],
      [`GET ${hook}`, await api.get(hookPath, { key })],
      [`PUT ${hook}`, await api.put(hookPath, { enabled: false }, { key })],
      [`DELETE ${hook}`, await api.send("DELETE", hookPath, { key })],
      ["GET /v1/screenshots/usage", await api.get("/v1/screenshots/usage", { key })],
      [`GET ${image}`, await api.get(path)],
      [`GET ${image}`, await api.get(path, { headers: { Range: "bytes=0-3" } })],
      [`GET ${image}`, await api.get(path, { headers: { "If-None-Match": tag } })],
      ["GET /health", await api.get("/health")],
      ["GET /ready", await api.get("/ready")],
      [
        "GET /metrics",
        await metrics.get("/metrics", { headers: { Authorization: `Bearer ${token}` } }),
      ],
      ["GET /openapi.json", await api.get("/openapi.json")],
      ["GET /llms.txt", await api.get("/llms.txt")],
    ];
    for (const [operation, answer] of answers) {
      expect(answer.status, operation).toBeLessThan(400);
      await expectDocumented(operation, answer);
    }
    await api.settled();
    const documented = Object.entries(openApi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(answers.map(([operation]) => operation))].toSorted()).toEqual(
      documented.toSorted(),
    );
  });

  it("A response for every error code matches the document.", async () => {
    const { key } = await seedAccount();
    const poor = await seedAccount({ monthlyScreenshots: 0 });
    const slow = await seedAccount({ requestsPerMinute: 1 });
    const other = await seedScreenshot((await seedAccount()).accountId);
    const api = createApi(fakeRender());
    await api.get("/v1/screenshots", { key: slow.key });
    const stored = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    const { data } = await stored.json<{ data: { image_url: string } }>();

    const named = (name: string, body: object = { url }) =>
      api.post("/v1/capture", body, { key, headers: { "Idempotency-Key": name } });
    const twice = async (name: string, body: object) => {
      const first = await named(name);
      await api.settled();
      if (name === "gone")
        await api.send("DELETE", `/v1/screenshots/${first.headers.get("X-Screenshot-Id")}`, {
          key,
        });
      return named(name, body);
    };
    const capture = (body: object, by = key) => api.post("/v1/capture", body, { key: by });
    const raw = (body: string, type = "application/json") =>
      api.send("POST", "/v1/capture", { key, headers: { "Content-Type": type }, body });
    const failing = (code: ErrorCode) =>
      createApi({
        render: failingRender(new ServiceError(code, { cause: "simulated failure" })),
      }).post("/v1/capture", { url }, { key });
    const renderErrors = Object.fromEntries(
      (
        [
          "selector_not_found",
          "content_check_failed",
          "render_failed",
          "host_error",
          "service_unavailable",
          "navigation_timeout",
          "internal_error",
        ] as const
      ).map((code) => [code, ["POST /v1/capture", () => failing(code)] as const]),
    );
    const errorRequests: Record<
      string,
      readonly [operation: string, request: () => Promise<Response>]
    > = {
      ...renderErrors,
      invalid_json: ["POST /v1/capture", () => raw("{")],
      missing_api_key: ["GET /v1/screenshots", () => api.get("/v1/screenshots")],
      invalid_api_key: [
        "GET /v1/screenshots",
        () => api.get("/v1/screenshots", { key: "nonsense" }),
      ],
      invalid_signature: ["GET /v1/capture", () => api.get("/v1/capture?url=x&signature=0")],
      link_expired: [
        "GET /v1/capture",
        async () =>
          api.get(
            await signLink("https://edgeshot.test", { url }, new Date(1_000), await linkKeyOf(key)),
          ),
      ],
      link_too_long: [
        "GET /v1/capture",
        () => api.get(`/v1/capture?signature=0&url=${"x".repeat(16 * 1024)}`),
      ],
      usage_limit_exceeded: ["POST /v1/capture", () => capture({ url }, poor.key)],
      forbidden: [
        "GET /v1/screenshots/{screenshotId}",
        () => api.get(`/v1/screenshots/${other}`, { key }),
      ],
      not_found: [
        "GET /v1/screenshots/{screenshotId}",
        () => api.get("/v1/screenshots/nothing", { key }),
      ],
      idempotency_key_in_use: ["POST /v1/capture", () => repeatDuringFirst(key)],
      idempotency_key_reused: ["POST /v1/capture", () => twice("reused", { url, name: "other" })],
      image_gone: ["POST /v1/capture", () => twice("gone", { url })],
      request_body_too_large: ["POST /v1/capture", () => raw(`"${"x".repeat(2 * 1024 * 1024)}"`)],
      unsupported_media_type: ["POST /v1/capture", () => raw("{}", "text/plain")],
      range_not_satisfiable: [
        "GET /images/{key}",
        () => api.get(new URL(data.image_url).pathname, { headers: { Range: "bytes=999-" } }),
      ],
      invalid_options: ["POST /v1/capture", () => capture({ url, options: { shiny: true } })],
      invalid_url: ["POST /v1/capture", () => capture({ url: "example" })],
      monitor_limit_reached: ["POST /v1/monitors", () => exceedMonitorLimit(api)],
      webhook_limit_reached: ["POST /v1/webhooks", () => exceedWebhookLimit(api, key)],
      url_not_allowed: ["POST /v1/capture", () => capture({ url: "http://10.0.0.1/" })],
      rate_limit_exceeded: [
        "GET /v1/screenshots",
        () => api.get("/v1/screenshots", { key: slow.key }),
      ],
    };

    for (const [code, [operation, request]] of Object.entries(errorRequests)) {
      expect(await expectDocumented(operation, await request()), code).toBe(code);
    }
    await api.settled();
    // The service returns these errors before it selects an operation.
    const undocumented = new Set(["method_not_allowed", "misdirected_request"]);
    const all = Object.keys(errorTable).filter((code) => !undocumented.has(code));
    expect(Object.keys(errorRequests).toSorted()).toEqual(all.toSorted());
  });
});

describe("/llms.txt", () => {
  it("The page names every endpoint, option, error and header.", async () => {
    const answer = await createApi().get("/llms.txt");
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
    const text = await answer.text();
    const names = [
      "https://edgeshot.test/v1/capture",
      ...Object.keys(openApi.paths),
      ...Object.keys(optionShape),
      ...Object.keys(errorTable),
      ...EVENT_KINDS,
      ...Object.keys(openApi.components.headers),
    ];
    for (const name of names) expect(text).toContain(name);
    expect(text).not.toMatch(/undefined|\[object/);
  });
});

/** Sends a request twice and returns the response to the second one while the first is in progress. */
async function repeatDuringFirst(key: string): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const fake = fakeRender();
  const api = createApi({
    render: async (...request) => {
      start();
      await promise;
      return fake.render(...request);
    },
  });
  const send = () =>
    api.post("/v1/capture", { url }, { key, headers: { "Idempotency-Key": "concurrent" } });
  const first = send();
  await started;
  const answer = await send();
  resolve();
  await first;
  await api.settled();
  return answer;
}

function parametersOf(path: string): string[] {
  const parameters = openApi.paths[path]?.get?.["parameters"] as { name: string }[];
  return parameters.map(({ name }) => name);
}

async function exceedWebhookLimit(api: ReturnType<typeof createApi>, key: string) {
  const settings = { url: "https://receiver.invalid/" };
  for (let made = 0; made < MAX_WEBHOOKS_PER_ACCOUNT; made++)
    await createWebhook(api, key, settings);
  return api.post("/v1/webhooks", settings, { key });
}

async function exceedMonitorLimit(api: ReturnType<typeof createApi>) {
  const { key } = await seedAccount();
  const { _id } = await createMonitor(api, key);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO monitors (id, account_id, name, url, capture_order, schedule, compare, notify, series_started_at, enabled,
       next_run_at, created_at, updated_at)
     SELECT printf('%s%012x', substr(account_id, 1, 12), i), account_id, name, url, capture_order, schedule, compare, notify,
       series_started_at, 0, next_run_at, created_at, updated_at
     FROM n JOIN monitors ON monitors.id = ?`,
  )
    .bind(MAX_MONITORS_PER_ACCOUNT, _id)
    .run();
  const body = { name: "One more", url, schedule: { every: "1h" } };
  return api.post("/v1/monitors", body, { key });
}
