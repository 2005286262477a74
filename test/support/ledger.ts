// Whether credits, storage and images are what the records say, read without the code under test.
import { env } from "cloudflare:workers";
import { expect } from "vitest";

/** True at any moment, whatever is under way: no credit and no byte is counted without its record, or twice. */
export async function expectBalance(): Promise<void> {
  const { results: credits } = await env.DB.prepare(
    `SELECT a.id,
      (SELECT coalesce(sum(used), 0) FROM credits WHERE account_id = a.id) AS counted,
      (SELECT count(*) FROM screenshots WHERE account_id = a.id AND status <> 'failed') AS owed
     FROM accounts a WHERE counted <> owed`,
  ).all();
  expect(credits, "credits that are not what the records say").toEqual([]);
  const { results: storage } = await env.DB.prepare(
    `SELECT a.id, a.storage_used_bytes AS counted,
      (SELECT coalesce(sum(file_size), 0) FROM screenshots
       WHERE account_id = a.id AND status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL) AS kept
     FROM accounts a WHERE counted <> kept`,
  ).all();
  expect(storage, "bytes that are not what the records say").toEqual([]);
}

/** True once nothing is under way any more: every record and batch has ended, and what is stored is what is kept. */
export async function expectSettled(): Promise<void> {
  await expectBalance();
  const { results: open } = await env.DB.prepare(
    `SELECT id, status FROM screenshots WHERE status IN ('pending', 'processing')
     UNION ALL SELECT id, 'batch' FROM batches WHERE ended_at IS NULL OR capture_order IS NOT NULL`,
  ).all();
  expect(open, "records without an end").toEqual([]);
  const { results: kept } = await env.DB.prepare(
    `SELECT image_key AS key, file_size AS size FROM screenshots
     WHERE status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL ORDER BY image_key`,
  ).all<{ key: string; size: number }>();
  const stored = Object.groupBy(await listImages(), ({ key }) =>
    key.endsWith(".thumbnail") ? "thumbnails" : "images",
  );
  expect(stored.images ?? [], "images in storage, against those of records").toEqual(kept);
  const thumbnails = stored.thumbnails?.map(({ key }) => withoutExtension(key)) ?? [];
  const owners = new Set(kept.map(({ key }) => withoutExtension(key)));
  expect(
    thumbnails.filter((name) => !owners.has(name)),
    "thumbnails without an image",
  ).toEqual([]);
}

function withoutExtension(key: string): string {
  return key.replace(/\..*/, "");
}

async function listImages(): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number }[] = [];
  for (let startAfter = ""; ;) {
    const { objects, truncated } = await env.IMAGES.list({ startAfter });
    found.push(...objects.map(({ key, size }) => ({ key, size })));
    if (!truncated) return found;
    startAfter = found.at(-1)?.key ?? "";
  }
}
