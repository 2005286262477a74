// 10,000 monitors that are due in the same minute. All of them start, and a part of the runs is finished with real captures'
// records, images and comparisons in D1 and R2. The test does not render pages, and its queue is an array, for two reasons.
// The local queue delivers about 100 messages a second to the consumer, even if they need no capture: 10,000 messages would
// occupy the shared Worker for 100 seconds. The consumer of the local queue always captures with real browsers, which need
// more than half a second per capture: more than an hour. test/capture/monitor.test.ts shows ten runs through the local queue
// and the browser, and test/unit/browser/slot-scheduler.test.ts that interactive captures run before queued ones.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { startDueRuns } from "../../../src/domain/monitors/start-due-runs.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { wire } from "../../../src/wiring.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectConsistentLedger } from "../../support/ledger.ts";
import { createMonitor } from "../../support/monitors.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { ACKNOWLEDGED, type ContextOverrides, deliver, fakeQueue } from "../../support/queue.ts";
import { pageWith } from "../../support/watched-monitor.ts";
import { encodePng } from "../../unit/capture/encode/png-image.ts";

/** Runs that the test finishes. All 10,000 finish too, but need two minutes (seen 2026-11-22 with this number and a longer timeout). */
const FINISHED = 120;
const CONCURRENT = 10;

const ACCOUNTS = 100;
const MONITORS = 10_000;

/** Runs that one D1 batch starts (start-due-runs.ts). */
const RUNS_PER_STEP = 250;

/** Maximum number of rows and index entries that one statement reads for each run. */
const ROWS_PER_RUN = 12;

/** Returns a database that records the maximum number of rows that each statement has read. */
function measuringDatabase() {
  const rowsRead = new Map<string, number>();
  const queries = new Map<D1PreparedStatement, string>();
  const record = (query: string, { meta }: D1Result) =>
    rowsRead.set(query, Math.max(meta.rows_read, rowsRead.get(query) ?? 0));
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => {
      const bound = bind(...values);
      queries.set(bound, query);
      // Outside of batches, drizzle reads rows as arrays, without their number. Execute these selections once more.
      if (query.startsWith("select") && !rowsRead.has(query)) {
        const raw = bound.raw.bind(bound);
        bound.raw = (async () => {
          record(query, await bound.all());
          return raw();
        }) as D1PreparedStatement["raw"];
      }
      return bound;
    };
    return statement;
  };
  const batch: D1Database["batch"] = async (statements) => {
    const results = await env.DB.batch<never>(statements);
    for (const [i, statement] of statements.entries())
      if (results[i] !== undefined) record(queries.get(statement) ?? "", results[i]);
    return results;
  };
  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return prepare;
      if (name === "batch") return batch;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: createDatabase(binding), rowsRead };
}

/**
 * Creates accounts with 100 monitors each. The number in each URL is the position of the monitor in the order of due times.
 */
async function seedMonitors(firstDueAt: number) {
  // A failed attempt may have left its accounts.
  await env.DB.prepare("DELETE FROM accounts WHERE id LIKE 'many%'").run();
  const { key, accountId } = await seedAccount();
  const { _id: id } = await createMonitor(createApi(), key);
  await env.DB.prepare("UPDATE monitors SET enabled = 0 WHERE id = ?").bind(id).run();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO accounts (id, name, plan, created_at) SELECT printf('many%020x', i), printf('many%020x', i), 'business', 0 FROM n`,
  )
    .bind(ACCOUNTS - 1)
    .run();
  // The prime number distributes the due times over the accounts.
  await env.DB.prepare(
    `WITH RECURSIVE n(i, place) AS (SELECT 0, 0 UNION ALL SELECT i + 1, (i + 1) * 7919 % ? FROM n WHERE i < ? - 1)
     INSERT INTO monitors (id, account_id, name, url, capture_order, schedule, compare, notify, series_started_at, enabled,
       next_run_at, created_at, updated_at)
     SELECT printf('%024x', i), printf('many%020x', i % ?), name, 'https://example.com/' || place, capture_order, schedule,
       compare, notify, series_started_at, 1, ? + place, created_at, updated_at
     FROM n JOIN monitors ON monitors.id = ?`,
  )
    .bind(MONITORS, MONITORS, ACCOUNTS, firstDueAt, id)
    .run();
  return accountId;
}

/** Delivers messages at the same time, as the queue does, and repeats those that were not acknowledged. */
async function deliverWhile(
  isNeeded: () => boolean,
  messages: unknown[],
  overrides: ContextOverrides,
): Promise<void> {
  const lines: Fields[] = [];
  const consumer = async () => {
    while (isNeeded()) {
      const message = messages.shift();
      if (message === undefined) return;
      const result = await deliver(message, overrides, { lines });
      expect(lines.map((line) => line["consumerError"]).filter(Boolean)).toEqual([]);
      if (result !== ACKNOWLEDGED) messages.push(message);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, consumer));
}

/** Returns the place of each message in the order of due times. Monitors of other tests may be due in the same minute. */
async function placesOf(messages: { screenshotId: string }[]): Promise<number[]> {
  const { results } = await env.DB.prepare(
    "SELECT id, url FROM screenshots WHERE account_id LIKE 'many%'",
  ).all<{ id: string; url: string }>();
  const urls = new Map(results.map(({ id, url }) => [id, url]));
  return messages.flatMap(({ screenshotId }) => {
    const url = urls.get(screenshotId);
    return url === undefined ? [] : [Number(url.slice("https://example.com/".length))];
  });
}

async function countBy(column: string, from: string): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT ${column} AS name, count(*) AS count FROM ${from} GROUP BY 1`,
  ).all<{ name: string; count: number }>();
  return Object.fromEntries(results.map(({ name, count }) => [name, count]));
}

it("10,000 due monitors all start in one minute in the order of their due times, their runs finish, and no statement reads all rows.", async () => {
  const accountId = await seedMonitors(Date.now() - 60_000);
  const { queues, messages, steps } = fakeQueue();
  const { db, rowsRead } = measuringDatabase();
  const startDue = () =>
    startDueRuns({ ...wire(env, createExecutionContext(), () => undefined), queues, db });

  await startDue();

  expect(await placesOf(messages)).toEqual(Array.from({ length: MONITORS }, (_, place) => place));
  const { results: credits } = await env.DB.prepare(
    "SELECT DISTINCT used FROM credits WHERE account_id LIKE 'many%'",
  ).all();
  expect(credits).toEqual([{ used: MONITORS / ACCOUNTS }]);

  // Finish a part of the runs. The accounts take turns, and each account continues with its oldest capture.
  const page = { body: encodePng(pageWith()), format: "png", widthPx: 100, heightPx: 100 } as const;
  const { render, requests } = fakeRender(page);
  await deliverWhile(() => requests.length < FINISHED, messages, { queues, render, db });
  await deliverWhile(() => true, steps, { queues, db });
  const finished = requests.length;
  const ofMany =
    "monitor_runs JOIN monitors ON monitors.id = monitor_id WHERE account_id LIKE 'many%'";
  expect(await countBy("status", ofMany)).toEqual({
    first: finished,
    capturing: MONITORS - finished,
  });
  const perAccount = Object.values(
    await countBy(
      "account_id",
      "screenshots WHERE account_id LIKE 'many%' AND status = 'completed'",
    ),
  );
  expect(perAccount).toHaveLength(ACCOUNTS);
  expect(Math.max(...perAccount) - Math.min(...perAccount)).toBeLessThanOrEqual(1);

  // In the next minute, only the monitors whose run has finished start again.
  await env.DB.prepare("UPDATE monitors SET next_run_at = ? + rowid WHERE account_id LIKE 'many%'")
    .bind(Date.now() - 60_000)
    .run();
  messages.length = 0;
  await startDue();
  expect(await placesOf(messages)).toHaveLength(finished);
  const { results: ids } = await env.DB.prepare(
    "SELECT id FROM accounts WHERE id LIKE 'many%' LIMIT 3",
  ).all<{ id: string }>();
  for (const { id } of ids) await expectConsistentLedger(id);

  expect(rowsRead.size).toBeGreaterThan(20);
  const greedy = [...rowsRead].filter(([, rows]) => rows > RUNS_PER_STEP * ROWS_PER_RUN);
  expect(greedy).toEqual([]);

  await env.DB.batch([
    env.DB.prepare("DELETE FROM accounts WHERE id LIKE 'many%'"),
    env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId),
  ]);
}, 60_000);
