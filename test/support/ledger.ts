// Compares the counters of credits, storage and lists with the records, in plain SQL, without the code under test.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { storedObjects } from "./records.ts";

/**
 * Expects each credit and each stored byte of an account, or of all accounts, to be counted exactly once. This condition
 * applies at any time, even during captures. Tests that share a database must pass their account, because other tests
 * insert counters without records.
 */
export async function expectConsistentLedger(accountId: string | null = null): Promise<void> {
  const { results: credits } = await env.DB.prepare(
    `SELECT a.id,
      (SELECT coalesce(sum(used), 0) FROM credits WHERE account_id = a.id) AS counted,
      (SELECT coalesce(sum(cost), 0) FROM screenshots WHERE account_id = a.id AND status <> 'failed') AS owed
     FROM accounts a WHERE counted <> owed AND a.id = coalesce(?, a.id)`,
  )
    .bind(accountId)
    .all();
  expect(credits, "accounts whose credits differ from their records").toEqual([]);
  const { results: storage } = await env.DB.prepare(
    `SELECT a.id, a.storage_used_bytes AS counted,
      (SELECT coalesce(sum(file_size + diff_bytes), 0) FROM screenshots
       WHERE account_id = a.id AND status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL) AS stored
     FROM accounts a WHERE counted <> stored AND a.id = coalesce(?, a.id)`,
  )
    .bind(accountId)
    .all();
  expect(storage, "accounts whose storage differs from their records").toEqual([]);
  const { results: counts } = await env.DB.prepare(
    `WITH counted AS (SELECT account_id, span, start, status, format, records FROM screenshot_counts),
      listed AS (
        SELECT account_id, span, created_at - created_at % span AS start, status, format, count(*) AS records
        FROM screenshots, (SELECT 3600000 AS span UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000)
        WHERE deleted_at IS NULL AND status IN ('completed', 'failed') GROUP BY 1, 2, 3, 4, 5)
     SELECT * FROM (SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM listed)
       UNION ALL SELECT * FROM (SELECT * FROM listed EXCEPT SELECT * FROM counted))
     WHERE account_id = coalesce(?, account_id)`,
  )
    .bind(accountId)
    .all();
  expect(counts, "counters of lists that differ from the records").toEqual([]);
}

/** Expects every record and batch to be finished, and the bucket to contain exactly the images of the records. */
export async function expectAllFinished(): Promise<void> {
  await expectConsistentLedger();
  const { results: unfinished } = await env.DB.prepare(
    `SELECT id, status FROM screenshots WHERE status IN ('pending', 'processing')
     UNION ALL SELECT id, 'batch' FROM batches WHERE ended_at IS NULL OR capture_order IS NOT NULL`,
  ).all();
  expect(unfinished, "unfinished records and batches").toEqual([]);
  const { results: recorded } = await env.DB.prepare(
    `SELECT image_key AS key, file_size AS size FROM screenshots
     WHERE status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL ORDER BY image_key`,
  ).all<{ key: string; size: number }>();
  const objects = (await storedObjects()).map(({ key, size }) => ({ key, size }));
  const stored = Object.groupBy(objects, ({ key }) =>
    key.endsWith(".thumbnail") ? "thumbnails" : "images",
  );
  expect(stored.images ?? [], "stored images, compared with the records").toEqual(recorded);
  const thumbnails = stored.thumbnails?.map(({ key }) => withoutExtension(key)) ?? [];
  const images = new Set(recorded.map(({ key }) => withoutExtension(key)));
  expect(
    thumbnails.filter((name) => !images.has(name)),
    "thumbnails without an image",
  ).toEqual([]);
}

function withoutExtension(key: string): string {
  return key.replace(/\..*/, "");
}
