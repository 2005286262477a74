// No statement of the service reads more than 10,000 rows, also if one account has many records. `npm run bench -- rows` runs
// this file with 1,000,000 records.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { createApi } from "../../support/api.ts";
import { failingRender } from "../../support/fake-render.ts";
import { createMonitor, drain, makeDue } from "../../support/monitors.ts";
import { sweep } from "../../support/queue.ts";
import {
  addCaptureDays,
  addIdempotencyKeys,
  copyDeliveries,
  copyRecords,
  copyRuns,
} from "../../support/statements/full-account.ts";
import {
  createMeasuredService,
  type MeasuredService,
} from "../../support/statements/measured-service.ts";
import { consume, runCommands, runSweeps } from "../../support/statements/run-jobs.ts";
import * as apiUse from "../../support/statements/use-api.ts";
import * as dashboardUse from "../../support/statements/use-dashboard.ts";
import { createWebhook } from "../../support/webhooks.ts";

const RECORDS = Number(env.BENCH_RECORDS ?? 11_000);
const MAX_ROWS_READ = 10_000;

/** Runs of a monitor in 400 days, at most every five minutes. */
const RUNS = Math.min(RECORDS, 115_200);

const url = "https://example.com/";
const failingUrl = "https://failing.invalid/";

/** Captures a page once, and returns the id of its record. */
async function capture(
  { api, key }: MeasuredService,
  target: string,
  options = {},
): Promise<string> {
  const answer = await api.post("/v1/capture", { url: target, options }, { key });
  await api.settled();
  return answer.headers.get("X-Screenshot-Id") ?? "";
}

async function seed(service: MeasuredService): Promise<apiUse.Subject> {
  const { api, key, accountId, overrides, queue } = service;
  const { _id: webhookId } = await createWebhook(api, key, { url: "https://receiver.invalid/" });
  const screenshotId = await capture(service, url);
  const { _id: monitorId } = await createMonitor(api, key);
  await makeDue(monitorId);
  await sweep(overrides);
  await drain(queue, overrides);
  const render = failingRender(new ServiceError("host_error"));
  const failing = createApi({ ...overrides, render });
  await failing.post(
    "/v1/capture",
    { url: failingUrl, options: { cache_ttl: 2_592_000, response_type: "json" } },
    { key },
  );
  await failing.settled();
  const idOf = async (table: string, where = "TRUE") =>
    (await env.DB.prepare(`SELECT id FROM ${table} WHERE ${where} LIMIT 1`).first<string>("id")) ??
    "";
  const deliveryId = await idOf("deliveries");
  const failedId = await idOf("screenshots", "status = 'failed'");
  const runId = await idOf("monitor_runs");
  const batchId = await idOf("batches");
  await copyRuns(runId, RUNS);
  await copyRecords(screenshotId, RECORDS);
  await copyRecords(failedId, Math.min(RECORDS, 100_000), "e");
  await copyDeliveries(deliveryId, RECORDS);
  await addIdempotencyKeys(accountId, screenshotId, RECORDS);
  await addCaptureDays(accountId);
  return {
    records: RECORDS,
    screenshotId,
    failingUrl,
    monitorId,
    webhookId,
    deliveryId,
    runId,
    batchId,
  };
}

it(
  "Every statement of the service reads at most 10,000 rows.",
  { timeout: 3_600_000 },
  async () => {
    globalThis.storageCalls = new Set();
    const service = await createMeasuredService();
    const startedAt = Date.now();
    const subject = await seed(service);
    const seededInMs = Date.now() - startedAt;
    await apiUse.captureInEveryWay(service, subject);
    await apiUse.list(service, subject);
    await apiUse.useRecords(service, subject);
    await apiUse.useMonitors(service, subject);
    await apiUse.useWebhooks(service, subject);
    await dashboardUse.openPages(service, subject);
    await dashboardUse.sendForms(service, subject);
    await dashboardUse.useLogins(service);
    await dashboardUse.readOperations(service);
    await consume(service, subject);
    await runCommands(service);
    await runSweeps(service);
    await dashboardUse.deleteAccount(service, subject);

    const { measurements } = service;
    const lines = measurements.map(
      ({ name, statements, most }) =>
        `| ${name.replaceAll(/[0-9a-f]{24}/g, ":id")} | ${statements} | ${most.rows} |`,
    );
    // oxlint-disable-next-line no-console -- The benchmark reads these lines.
    console.log(`Seeded in ${seededInMs} ms\n${lines.join("\n")}`);
    expect(measurements.filter(({ most }) => most.rows > MAX_ROWS_READ)).toEqual([]);
    const modules = import.meta.glob<Record<string, unknown>>(["../../../src/storage/*.ts"], {
      eager: true,
    });
    const functions = Object.values(modules).flatMap((exported) =>
      Object.keys(exported).filter((name) => typeof exported[name] === "function"),
    );
    expect(functions.filter((name) => globalThis.storageCalls?.has(name) !== true)).toEqual([]);
  },
);
