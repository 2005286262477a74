// Runs the jobs of every minute, the consumers of the queues and the statements of the command line.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createId } from "../../../src/lib/ids.ts";
import { lineOfRow } from "../../../src/storage/archives.ts";
import * as commands from "../../../src/storage/command-line.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../accounts.ts";
import { createApi } from "../api.ts";
import { drain, makeDue } from "../monitors.ts";
import { after, deliver, deliverDead, sweep } from "../queue.ts";
import { pageWith } from "../watched-monitor.ts";
import type { MeasuredService } from "./measured-service.ts";
import type { Subject } from "./use-api.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Row = Record<string, string | number | null>;

/** Delivers the messages of the queue: captures, the steps of a run, discarded messages, deliveries of events. */
export async function consume(service: MeasuredService, { monitorId }: Subject) {
  const { measure, queue, overrides, api, key, site, accountId } = service;
  await makeDue(monitorId);
  await measure("sweep: start a run", () => sweep(overrides));
  site.page = pageWith([20, 20]);
  await measure("queue: captures and runs", () => drain(queue, overrides));
  const subscription = (status: string) =>
    env.DB.prepare("UPDATE accounts SET subscription_status = ? WHERE id = ?")
      .bind(status, accountId)
      .run();
  await subscription("canceled");
  await makeDue(monitorId);
  await measure("sweep: a canceled subscription", () => sweep(overrides));
  await subscription("active");

  const url = "https://example.com/";
  const [waiting, own] = [await seedAccount(), key];
  await api.post("/v1/capture/batch", { urls: [url] }, { key: waiting.key });
  await api.post("/v1/capture/batch", { urls: [url, url, url] }, { key: own });
  const [, first, second, third] = queue.messages.splice(0);
  await measure("queue: another account is next", () => deliver(third, overrides));
  const failing = { ...overrides, render: () => Promise.reject(new Error("The browser closed.")) };
  await measure("queue: a failed attempt", () => deliver(first, failing));
  await measure("queue: a discarded message", () => deliverDead(second, overrides));
  const [delivery] = (
    await env.DB.prepare("SELECT id FROM deliveries WHERE status = 'pending' LIMIT 1").all<Row>()
  ).results;
  await measure("queue: a delivery", () =>
    deliver({ id: delivery?.["id"], attempt: 0 }, overrides, { queue: "edgeshot-deliveries" }),
  );
  const lost = createApi({
    ...overrides,
    render: async () => {
      await env.DB.prepare(
        "UPDATE screenshots SET status = 'failed' WHERE status = 'processing'",
      ).run();
      throw new Error("The browser closed.");
    },
  });
  await measure("capture that the sweep has failed", async () => {
    await lost.post("/v1/capture", { url }, { key });
    await lost.settled();
  });
}

/** Runs the sweep at the full hour, when overdue work exists, and after retentions. */
export async function runSweeps({ measure, overrides }: MeasuredService) {
  const config = wire(env, createExecutionContext(), () => undefined).config;
  const hour = 60 * MINUTE_MS;
  const times: [name: string, passedMs: number, days: { images: number; records: number }][] = [
    ["now", 0, { images: 0, records: 0 }],
    ["at the full hour", hour - (Date.now() % hour), { images: 0, records: 0 }],
    ["after 2 days", 2 * DAY_MS, { images: 0, records: 0 }],
    ["images expire", 2 * DAY_MS, { images: 10, records: 0 }],
    ["records leave", 40 * DAY_MS, { images: 0, records: 20 }],
    ["records leave, again", 42 * DAY_MS, { images: 0, records: 20 }],
    ["after 500 days", 500 * DAY_MS, { images: 0, records: 20 }],
  ];
  for (const [name, passedMs, days] of times) {
    const changed = { ...config, retentionDays: days.images, recordRetentionDays: days.records };
    const logged = await measure(`sweep: ${name}`, () =>
      sweep({ ...overrides, config: changed, ...after(passedMs) }),
    );
    expect(logged["failures"]).toBeUndefined();
  }
}

/** Runs every statement of `npm run account`, `npm run key` and the export. */
export async function runCommands({ measure, overrides, accountId }: MeasuredService) {
  const now = new Date();
  const name = "of the command line";
  const key = { id: createId(now), name: "laptop", secretHash: "0", prefix: "es_", createdAt: now };
  const run = async (statement: string) => (await measureCommand(statement)).results;
  const measureCommand = (statement: string) =>
    measure(
      `command: ${statement.slice(0, 40)}`,
      () => overrides.db.run(statement) as unknown as Promise<D1Result<Row>>,
    );
  await run(commands.insertAccountSql({ id: createId(now), name, plan: "free", createdAt: now }));
  await run(commands.selectAccountSql(name));
  await run(commands.updateAccountSql(name, { plan: "pro" }));
  await run(commands.insertKeySql({ ...key, accountName: name }));
  await run(commands.revokeKeySql(key.secretHash, now));
  await run(commands.selectRevokedKeySql(key.secretHash));
  await run(
    commands.insertInviteSql({
      tokenHash: "0",
      accountName: name,
      email: "a@b.test",
      expiresAt: now,
      createdAt: now,
    }),
  );
  await run(commands.selectLoginSql("a@b.test"));
  await run(commands.changeOperatorSql("a@b.test", true));
  await run(commands.changeOperatorSql("a@b.test", false));
  const {
    results: [account],
  } = await env.DB.prepare("SELECT name FROM accounts WHERE id = ?").bind(accountId).all<Row>();
  const accountName = String(account?.["name"]);
  const middle = Date.now() - 15 * DAY_MS;
  const [record] = await run(
    commands.selectRecordsSql(accountName, { deletedAt: null, createdAt: middle, id: "" }, 1_000),
  );
  expect(lineOfRow(record ?? {})).toContain("createdAt");
  await run(
    commands.selectRecordsSql(accountName, { deletedAt: middle, createdAt: 0, id: "" }, 1_000),
  );
  await run(commands.selectArchivesSql(accountName));
}
