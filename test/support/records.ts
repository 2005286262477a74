// Reads records, counters and image keys directly, without the code under test.
import { env } from "cloudflare:workers";

type Row = Record<string, string | number | null>;

export async function findRecord(id: string | null): Promise<Row | null> {
  return env.DB.prepare("SELECT * FROM screenshots WHERE id = ?").bind(id).first<Row>();
}

export async function recordsOf(accountId: string): Promise<Row[]> {
  const { results } = await env.DB.prepare(
    "SELECT * FROM screenshots WHERE account_id = ? ORDER BY created_at",
  )
    .bind(accountId)
    .all<Row>();
  return results;
}

/** Returns the credits used in all months. */
export async function usedCredits(accountId: string): Promise<number> {
  const used = await env.DB.prepare("SELECT sum(used) AS used FROM credits WHERE account_id = ?")
    .bind(accountId)
    .first<number>("used");
  return used ?? 0;
}

export async function storageUsedBytes(accountId: string): Promise<number | null> {
  return env.DB.prepare("SELECT storage_used_bytes AS bytes FROM accounts WHERE id = ?")
    .bind(accountId)
    .first("bytes");
}

/** Lists all images and thumbnails of all accounts. R2 returns at most 1,000 objects at a time. */
export async function storedObjects(): Promise<R2Object[]> {
  const stored: R2Object[] = [];
  for (let startAfter = ""; ;) {
    const { objects, truncated } = await env.IMAGES.list({
      startAfter,
      include: ["customMetadata"],
    });
    stored.push(...objects);
    if (!truncated) return stored;
    startAfter = stored.at(-1)?.key ?? "";
  }
}

export async function storedImages(): Promise<string[]> {
  return (await storedObjects()).map(({ key }) => key);
}
