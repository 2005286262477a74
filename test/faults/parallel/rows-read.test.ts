// Statements of the sweep read few rows, even with many records or open batches.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { meteredDatabase, type Read } from "../../support/metered-database.ts";
import { findRecord } from "../../support/records.ts";
import { seedRecords, seedScreenshot } from "../../support/screenshots.ts";

const RECORDS = 30_000;
const MAX_ROWS_READ = 10_000;

const march = new Date("2026-03-01T00:00:00Z");

async function sweep(at: string, RECORD_RETENTION_DAYS = "0") {
  const reads: Read[] = [];
  const logged: Fields = {};
  const vars = { ...env, RECORD_RETENTION_DAYS };
  const ctx = wire(vars, createExecutionContext(), (fields) => Object.assign(logged, fields));
  const db = meteredDatabase(reads);
  await runScheduled("* * * * *", { ...ctx, db, clock: () => new Date(at) });
  expect(logged["failures"]).toBeUndefined();
  return { reads, logged };
}

it(
  "With 30,000 records of one account, no statement of the sweep reads more than 10,000 rows.",
  { timeout: 60_000 },
  async () => {
    const deleted = RECORDS / 10 - 1;
    const storageUsedBytes = (RECORDS - deleted) * 100;
    const { accountId } = await seedAccount({ storageUsedBytes, used: RECORDS, at: march });
    await seedRecords(accountId, march, RECORDS);

    // Accounts are checked once an hour. This account is the only one, so the sweep at the full hour checks it.
    const checked = await sweep("2026-03-29T00:00:00Z");
    expect(checked.reads.filter(({ rows }) => rows > MAX_ROWS_READ)).toEqual([]);
    const rows = checked.reads.reduce((sum, read) => sum + read.rows, 0);
    // Both checks have read all records.
    expect(rows).toBeGreaterThan(2 * RECORDS);
    expect(checked.logged).not.toHaveProperty("counterDifferences");
    expect(checked.logged).not.toHaveProperty("uncheckedCounters");

    await env.DB.exec("UPDATE accounts SET storage_used_bytes = storage_used_bytes + 1");
    expect((await sweep("2026-03-29T01:00:00Z")).logged["counterDifferences"]).toEqual([
      {
        accountId,
        storage: { counted: storageUsedBytes + 1, kept: storageUsedBytes },
        credits: { counted: RECORDS, owed: RECORDS },
      },
    ]);

    // Deleted records leave the database, and images expire. A day later, the other records leave, too.
    for (const at of ["2026-05-10T00:01:00Z", "2026-05-10T00:02:00Z", "2026-05-12T00:03:00Z"]) {
      const { reads, logged } = await sweep(at, "30");
      expect(reads.filter((read) => read.rows > MAX_ROWS_READ)).toEqual([]);
      expect(logged).toMatchObject({ expiredImages: 1_500, archivedRecords: expect.any(Number) });
    }
    await env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId).run();
  },
);

const OPEN_BATCHES = 10_000;

/** Inserts open batches of one pending capture each, as runs of monitors have them. */
async function seedOpenBatches(accountId: string, at: Date): Promise<void> {
  const first = await seedScreenshot(accountId, { createdAt: at });
  const computed = ["id", "batch_id", "status", "deadline_at"];
  const columns = Object.keys((await findRecord(first)) ?? {}).filter(
    (name) => !computed.includes(name),
  );
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO batches (id, account_id, created_at, monitor_run_id)
       ${numbers} SELECT '69a00000' || lower(hex(randomblob(8))), ?1, ?3, printf('%024x', i) FROM n`,
    ).bind(accountId, OPEN_BATCHES, at.getTime()),
    env.DB.prepare(
      `INSERT INTO screenshots (id, batch_id, status, deadline_at, ${columns.join(", ")})
       SELECT substr(screenshots.id, 1, 8) || substr(batches.id, 9), batches.id, 'pending', ?2,
         ${columns.map((name) => `screenshots.${name}`).join(", ")}
       FROM batches, screenshots WHERE screenshots.id = ?1`,
    ).bind(first, at.getTime() + 24 * 60 * 60_000),
  ]);
}

it(
  "With 10,000 open batches, a sweep reads fewer than 10,000 rows, and lost ends of batches are found within ten minutes.",
  { timeout: 60_000 },
  async () => {
    const { accountId } = await seedAccount({ at: march });
    await seedOpenBatches(accountId, march);

    const { reads } = await sweep("2026-03-01T00:01:00Z");
    expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(MAX_ROWS_READ);

    await env.DB.prepare(
      `UPDATE screenshots SET status = 'failed'
       WHERE batch_id IN (SELECT id FROM batches WHERE substr(monitor_run_id, 23) = '07')`,
    ).run();
    let ended = 0;
    for (let minute = 2; minute < 12; minute++) {
      const { logged } = await sweep(`2026-03-01T00:${String(minute).padStart(2, "0")}:00Z`);
      ended += (logged["batchesEnded"] as string[] | undefined)?.length ?? 0; // logged by the sweep
    }
    const expected = Math.floor((OPEN_BATCHES - 7) / 256) + 1;
    expect(ended).toBe(expected);
    await env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId).run();
  },
);
