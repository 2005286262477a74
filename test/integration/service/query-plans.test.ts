// Every statement of a request or of the sweep uses an index, so that large tables do not slow it down.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { startDueRuns } from "../../../src/domain/monitors/start-due-runs.ts";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { createMonitor, makeDue } from "../../support/monitors.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMember, createOperator, PASSWORD } from "../../support/visitor.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { deliver, fakeQueue } from "../../support/queue.ts";

const url = "https://example.com/";

/** Returns a database that records all prepared statements. */
function recordingDatabase() {
  const statements = new Set<string>();
  const binding = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "prepare") statements.add(String(args[0]));
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  return { db: createDatabase(binding), statements };
}

/** Returns the steps of the query plan, such as "SEARCH screenshots USING INDEX …" or "SCAN accounts". */
async function planOf(statement: string): Promise<string[]> {
  const parameters = [...statement.matchAll(/\?/g)].map(() => null);
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

async function stepsOf(statements: Set<string>) {
  const plans = await Promise.all(
    [...statements].map(async (statement) =>
      (await planOf(statement)).map((step) => ({ step, statement })),
    ),
  );
  return plans.flat();
}

/** Returns the steps that scan a whole table of the schema. Scans of temporary results are allowed. */
async function scansOf(statements: Set<string>) {
  const { results } = await env.DB.prepare("SELECT type, name, sql FROM sqlite_schema").all<{
    type: string;
    name: string;
    sql: string | null;
  }>();
  const tables = results.filter(({ type }) => type === "table").map(({ name }) => name);
  // A partial index contains only the rows to read.
  const partial = results.filter(({ sql }) => sql?.includes(" WHERE ")).map(({ name }) => name);
  return (await stepsOf(statements)).filter(({ step }) => {
    const [, table = "", index = ""] =
      /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
    return tables.includes(table) && !partial.includes(index);
  });
}

it("API requests never scan a table.", async () => {
  const { key } = await seedAccount();
  const { db, statements } = recordingDatabase();
  const api = createApi({ ...fakeRender(), db });
  const options = { cache_ttl: 60, response_type: "json" };
  const headers = { "Idempotency-Key": "a" };
  const answer = await api.post("/v1/capture", { url, options }, { key, headers });
  const { data } = await answer.json<{ data: { id: string; image_url: string } }>();
  await api.post("/v1/capture", { url, options }, { key, headers });
  await api.post("/v1/capture", { url }, { key });
  const record = `/v1/screenshots/${data.id}`;
  const filters = "status=completed&format=png&search=a&startDate=2026-01-01&endDate=2099-01-01";
  for (const path of [
    "/v1/screenshots?page=2",
    "/v1/screenshots?search=example",
    `/v1/screenshots?${filters}`,
    "/v1/screenshots/usage",
    record,
    `${record}/status`,
  ])
    await api.get(path, { key });
  const body = JSON.stringify({ name: "x" });
  const json = { "Content-Type": "application/json" };
  await api.send("PUT", record, { key, headers: json, body });
  await api.send("DELETE", record, { key });
  await api.get(data.image_url);
  await api.post("/v1/capture/batch", { urls: [url, url] }, { key, headers });
  await api.post(
    "/v1/capture/batch",
    { urls: [url] },
    { key, headers: { "Idempotency-Key": "b" } },
  );
  await api.post(
    "/v1/capture/batch",
    { urls: [url] },
    { key, headers: { "Idempotency-Key": "b" } },
  );
  await api.settled();

  expect(statements.size).toBeGreaterThan(15);
  expect(await scansOf(statements)).toEqual([]);
});

it("The statements of the queue scan only unfinished captures.", async () => {
  const { messages, queues } = fakeQueue();
  for (const account of [await seedAccount(), await seedAccount()])
    await createApi({ queues }).post(
      "/v1/capture/batch",
      { urls: [url, url] },
      { key: account.key },
    );
  const { db, statements } = recordingDatabase();
  for (const message of messages) await deliver(message, { ...fakeRender(), db });
  expect(statements.size).toBeGreaterThan(4);
  expect(await scansOf(statements)).toEqual([]);
});

it("Dashboard pages never scan a table.", async () => {
  const { db, statements } = recordingDatabase();
  const member = await createMember({ db });
  const screenshot = await seedScreenshot(member.accountId);
  statements.clear();
  const gallery = ["/screenshots?search=a", `/screenshots?batchId=${screenshot}`];
  const pages = ["/overview", "/keys", "/webhooks", "/account", `/screenshots/${screenshot}`];
  for (const page of [...pages, ...gallery]) expect((await member.get(page)).status).toBe(200);
  expect(statements.size).toBeGreaterThan(8);
  expect(await scansOf(statements)).toEqual([]);
});

it("The deletion of an account reads its records in batches without a sort.", async () => {
  await createOperator();
  const { db, statements } = recordingDatabase();
  const member = await createMember({ db });
  await seedScreenshot(member.accountId);
  statements.clear();
  const sent = { email: member.email, password: PASSWORD };
  expect((await member.post("/account/delete", sent)).status).toBe(303);
  const batches = [...statements].filter((statement) =>
    /^(select|delete).* "screenshots"/.test(statement),
  );
  expect(batches).toHaveLength(3);
  const steps = (await stepsOf(new Set(batches))).map(({ step }) => step);
  expect(steps.filter((step) => /^SCAN screenshots|ORDER BY/.test(step))).toEqual([]);
});

it("The sweep scans accounts and the sizes of 30 days, but no table that grows with captures.", async () => {
  await seedAccount({ retentionDays: 1 });
  const { db, statements } = recordingDatabase();
  const ctx = wire(env, createExecutionContext(), () => undefined);
  await runScheduled("* * * * *", { ...ctx, db });
  expect(statements.size).toBeGreaterThan(2);
  const found = await scansOf(statements);
  expect(found.filter(({ step }) => !/^SCAN (accounts|database_sizes)/.test(step))).toEqual([]);
});

it("Due runs, a run on request, their steps and the pages of monitors scan no table.", async () => {
  const { key } = await seedAccount();
  const { queues, messages, steps } = fakeQueue();
  const { db, statements } = recordingDatabase();
  const api = createApi({ db, queues });
  const ids: string[] = [];
  for (const schedule of [{ every: "1h" }, { cron: "0 9 * * *" }])
    ids.push((await createMonitor(api, key, { schedule }))._id);
  await makeDue(ids[0] ?? "");
  await startDueRuns({ ...wire(env, createExecutionContext(), () => undefined), queues, db });
  expect(messages).toHaveLength(1);
  await api.send("POST", `/v1/monitors/${ids[1]}/run`, { key });
  for (const message of messages) await deliver(message, { ...fakeRender(), queues, db });
  for (const message of steps) await deliver(message, { queues, db });
  await api.get("/v1/monitors", { key });
  await api.get(`/v1/monitors/${ids[0]}/runs`, { key });
  await api.put(`/v1/monitors/${ids[0]}`, { name: "x" }, { key });
  await api.send("DELETE", `/v1/monitors/${ids[0]}`, { key });

  expect(statements.size).toBeGreaterThan(20);
  expect(await scansOf(statements)).toEqual([]);
  const due = [...statements].filter((statement) =>
    /^select .* from "monitors" cross join/.test(statement),
  );
  expect(await planOf(due[0] ?? "")).toEqual([
    "SEARCH monitors USING INDEX monitors_due (next_run_at<?)",
    "SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)",
  ]);
});

it("Lists are counted with counters, and paged with the index only.", async () => {
  const { key } = await seedAccount();
  const { db, statements } = recordingDatabase();
  const filters = "status=completed&startDate=2026-01-01T10:00:00&endDate=2026-05-01T10:30:00";
  await createApi({ db }).get(`/v1/screenshots?${filters}`, { key });
  const counting = [...statements].filter((statement) => statement.startsWith("select (select"));
  expect(counting).toHaveLength(1);
  expect(new Set((await planOf(counting[0] ?? "")).filter((step) => /SEARCH/.test(step)))).toEqual(
    new Set([
      "SEARCH screenshots USING INDEX screenshots_open (account_id=? AND created_at>? AND created_at<?)",
      "SEARCH screenshot_counts USING PRIMARY KEY (account_id=? AND span=? AND start>? AND start<?)",
      "SEARCH screenshots USING COVERING INDEX screenshots_listed (account_id=? AND deleted_at=? AND created_at>? AND created_at<?)",
    ]),
  );
  const page = [...statements].filter((statement) => statement.includes("order by"));
  expect(await planOf(page[0] ?? "")).toContain(
    "SEARCH screenshots USING COVERING INDEX screenshots_listed (account_id=? AND deleted_at=? AND created_at>? AND created_at<?)",
  );
});
