// 10,000 monitors that are due in the same minute.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { startDueRuns } from "../../../src/domain/monitors/start-due-runs.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectConsistentLedger } from "../../support/ledger.ts";
import { createMonitor } from "../../support/monitors.ts";
import { fakeQueue } from "../../support/queue.ts";

const ACCOUNTS = 100;
const MONITORS = 10_000;

/** Runs that one D1 batch starts (start-due-runs.ts). */
const RUNS_PER_STEP = 250;

/** Maximum number of rows and index entries that one statement reads for each run. */
const ROWS_PER_RUN = 12;

/** Returns a database that records the maximum number of rows that a statement of a D1 batch has read. */
function measuringDatabase() {
  const rowsRead = new Map<string, number>();
  const queries = new Map<D1PreparedStatement, string>();
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => {
      const bound = bind(...values);
      queries.set(bound, query);
      return bound;
    };
    return statement;
  };
  const batch: D1Database["batch"] = async (statements) => {
    const results = await env.DB.batch<never>(statements);
    for (const [i, statement] of statements.entries()) {
      const query = queries.get(statement) ?? "";
      const read = results[i]?.meta.rows_read ?? 0;
      rowsRead.set(query, Math.max(read, rowsRead.get(query) ?? 0));
    }
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

it("10,000 due monitors all start in one minute in the order of their due times, and no statement reads all rows.", async () => {
  const accountId = await seedMonitors(Date.now() - 60_000);
  const { queues, messages } = fakeQueue();
  const { db, rowsRead } = measuringDatabase();

  await startDueRuns({ ...wire(env, createExecutionContext(), () => undefined), queues, db });

  expect(messages).toHaveLength(MONITORS);
  const { results } = await env.DB.prepare(
    "SELECT id, url FROM screenshots WHERE account_id LIKE 'many%'",
  ).all<{ id: string; url: string }>();
  const urls = new Map(results.map((record) => [record.id, record.url]));
  const places = messages.map(({ screenshotId }) => Number(urls.get(screenshotId)?.slice(20)));
  expect(places).toEqual(Array.from({ length: MONITORS }, (_, place) => place));
  const { results: credits } = await env.DB.prepare(
    "SELECT DISTINCT used FROM credits WHERE account_id LIKE 'many%'",
  ).all();
  expect(credits).toEqual([{ used: MONITORS / ACCOUNTS }]);
  await expectConsistentLedger(accountId);

  expect(rowsRead.size).toBeGreaterThan(8);
  const greedy = [...rowsRead].filter(([, rows]) => rows > RUNS_PER_STEP * ROWS_PER_RUN);
  expect(greedy).toEqual([]);

  await env.DB.batch([
    env.DB.prepare("DELETE FROM accounts WHERE id LIKE 'many%'"),
    env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId),
  ]);
}, 60_000);
