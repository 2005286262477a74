// Sends every kind of request to the API.
import { env } from "cloudflare:workers";
import { linkKeyOf, signLink } from "../../../src/contract/signed-link.ts";
import { seedAccount } from "../accounts.ts";
import { createApi } from "../api.ts";
import type { MeasuredService } from "./measured-service.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longer than the time until a concurrent request looks for the capture. */
const SLOW_MS = 500;

const url = "https://example.com/";

/** `records`: the number of records. `ids`: existing rows. */
export type Subject = {
  records: number;
  screenshotId: string;
  failingUrl: string;
  monitorId: string;
  webhookId: string;
  deliveryId: string;
  runId: string;
  batchId: string;
};

export async function captureInEveryWay(service: MeasuredService, { failingUrl }: Subject) {
  const { call, key, measure, api, overrides } = service;
  const cached = { cache_ttl: 2_592_000, response_type: "json" };
  const idempotent = { "Idempotency-Key": "same" };
  await call("POST", "/v1/capture", { url });
  await call("POST", "/v1/capture", { url }, idempotent);
  await call("POST", "/v1/capture", { url }, idempotent);
  await call("POST", "/v1/capture", { url, options: cached });
  await call("POST", "/v1/capture", { url: failingUrl, options: cached });
  const link = await signLink(
    "https://edgeshot.test",
    { url, options: {} },
    new Date(Date.now() + DAY_MS),
    await linkKeyOf(key),
  );
  await measure("GET /v1/capture, signed link", () => api.get(link));
  const slow = createApi({
    ...overrides,
    render: async (...request) => {
      await scheduler.wait(SLOW_MS);
      return overrides.render(...request);
    },
  });
  const concurrent = { url: `${url}slow`, options: cached };
  await measure("POST /v1/capture, in progress", async () => {
    await Promise.all([0, 1].map(() => slow.post("/v1/capture", concurrent, { key })));
    await slow.settled();
  });
  const refused = await seedAccount({ monthlyScreenshots: 0 });
  await measure("POST /v1/capture, without credits", () =>
    api.post("/v1/capture", { url }, { key: refused.key }),
  );
  const batch = { "Idempotency-Key": "batch" };
  await call("POST", "/v1/capture/batch", { urls: [url, `${url}b`] }, batch);
  await call("POST", "/v1/capture/batch", { urls: [url, `${url}b`] }, batch);
}

export async function list({ call }: MeasuredService, { records, batchId }: Subject) {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
  const between = `startDate=${day(20.3)}&endDate=${day(3.7)}`;
  const middle = Math.floor(records / 20);
  const filters = [
    "limit=100",
    "status=completed",
    "status=failed",
    "status=pending",
    "status=processing",
    "format=pdf",
    "format=webp",
    "status=failed&format=pdf",
    between,
    `${between}&status=completed&format=png`,
    `page=${middle}`,
    `page=${middle}&${between}&status=completed`,
    "page=1000000&limit=100",
    "search=rare",
    "search=example.com&limit=100&page=7",
    `search=nothing&status=failed&${between}`,
    "search=nothing&format=pdf",
    `batchId=${batchId}`,
    `batchId=${batchId}&status=failed`,
    `batchId=${batchId}&search=nothing`,
  ];
  for (const filter of filters) await call("GET", `/v1/screenshots?${filter}`);
}

export async function useRecords(
  { call, api, measure, key }: MeasuredService,
  { screenshotId: id }: Subject,
) {
  await call("GET", "/v1/screenshots/usage");
  await call("GET", `/v1/screenshots/${id}`);
  await call("GET", `/v1/screenshots/${id}/status`);
  await call("PUT", `/v1/screenshots/${id}`, { name: "x" });
  const capture = async () => {
    const answer = await call("POST", "/v1/capture", { url, options: { response_type: "json" } });
    return (await answer.json<{ data: { id: string; image_url: string } }>()).data;
  };
  const [before, after] = [await capture(), await capture()];
  for (let i = 0; i < 2; i++)
    await call("POST", "/v1/compare", { before: before.id, after: after.id });
  await measure("GET /images, stored", () => api.get(after.image_url));
  await measure("GET /images, missing", () => api.get(`/images/${"0".repeat(32)}.png`));
  await call("DELETE", `/v1/screenshots/${before.id}`);
  await measure("GET /v1/screenshots, unknown key", () =>
    api.get("/v1/screenshots", { key: `${key.slice(0, -1)}_` }),
  );
}

export async function useMonitors({ call }: MeasuredService, { monitorId: id }: Subject) {
  await call("GET", "/v1/monitors");
  await call("GET", `/v1/monitors/${id}`);
  await call("GET", `/v1/monitors/${id}/runs`);
  await call("GET", `/v1/monitors/${id}/runs?page=90&limit=100`);
  await call("GET", `/v1/monitors/${id}/runs?page=1000&limit=100`);
  await call("PUT", `/v1/monitors/${id}`, { name: "x" });
  const settings = { name: "other", url, schedule: { every: "1h" } };
  const other = await call("POST", "/v1/monitors", settings);
  const { data } = await other.json<{ data: { _id: string } }>();
  await call("POST", `/v1/monitors/${data._id}/run`);
  await call("DELETE", `/v1/monitors/${data._id}`);
}

export async function useWebhooks(
  { call }: MeasuredService,
  { webhookId: id, deliveryId }: Subject,
) {
  await call("GET", "/v1/webhooks");
  await call("GET", `/v1/webhooks/${id}`);
  for (const query of [
    "",
    "?status=failed",
    "?status=pending",
    "?status=delivered&page=90&limit=100",
    "?page=1000&limit=100",
  ])
    await call("GET", `/v1/webhooks/${id}/deliveries${query}`);
  await call("PUT", `/v1/webhooks/${id}`, { url: "https://receiver.invalid/x" });
  await call("POST", `/v1/webhooks/${id}/rotate-secret`);
  await call("POST", `/v1/webhooks/${id}/test`);
  await env.DB.prepare("UPDATE deliveries SET status = 'failed' WHERE id = ?")
    .bind(deliveryId)
    .run();
  await call("POST", `/v1/webhooks/deliveries/${deliveryId}/replay`);
  const other = await call("POST", "/v1/webhooks", { url: "https://receiver.invalid/other" });
  const { data } = await other.json<{ data: { _id: string } }>();
  await call("DELETE", `/v1/webhooks/${data._id}`);
}
