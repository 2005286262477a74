// Queries on idempotency keys: which record answered a request that may be sent again.
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { idempotencyKeys, screenshots } from "./schema.ts";

/** `expiredBefore`: keys as old as that are free again. */
export type KeyClaim = typeof idempotencyKeys.$inferInsert & { expiredBefore: Date };

/**
 * A capture that was refused has no record, and one that failed was refunded: both leave their key free. A batch is
 * accepted before its captures are made, and stands for what was accepted.
 */
const standing = and(
  eq(screenshots.id, idempotencyKeys.screenshotId),
  sql`(${screenshots.status} <> 'failed' OR ${screenshots.batchId} IS NOT NULL)`,
);

/** What a key stands for; undefined when it is free. */
export async function findIdempotencyKey(
  db: Database,
  { accountId, key, expiredBefore }: Pick<KeyClaim, "accountId" | "key" | "expiredBefore">,
) {
  const [found] = await db
    .select({
      requestHash: idempotencyKeys.requestHash,
      screenshotId: idempotencyKeys.screenshotId,
    })
    .from(idempotencyKeys)
    .innerJoin(screenshots, standing)
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, expiredBefore),
      ),
    );
  return found;
}

/**
 * Makes the key stand for `screenshotId` if it is free; no row otherwise. Part of the batch that inserts the record.
 */
export function claimKey(db: Database, { expiredBefore, ...claim }: KeyClaim) {
  const { requestHash, screenshotId, createdAt } = claim;
  const expired = lte(idempotencyKeys.createdAt, expiredBefore);
  return db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { requestHash, screenshotId, createdAt },
      setWhere: sql`${expired} OR NOT EXISTS (SELECT 1 FROM ${screenshots} WHERE ${standing})`,
    })
    .returning({ screenshotId: idempotencyKeys.screenshotId });
}

/** Whether the key stands for this record, as a condition of the statements behind `claimKey`. */
export function holdsKey({ accountId, key, screenshotId }: KeyClaim) {
  return sql`EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.screenshotId, screenshotId),
  )})`;
}

/** Forgets at most `limit` keys, and returns how many. */
export async function removeExpiredKeys(
  db: Database,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const expired = db
    .select({ rowid: sql`rowid` })
    .from(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, expiredBefore))
    .limit(limit);
  const { meta } = await db.delete(idempotencyKeys).where(sql`rowid IN ${expired}`);
  return meta.changes;
}
