// Queries on idempotency keys. A key identifies a request that a client may send again, and the record of that request.
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { idempotencyKeys, screenshots } from "./schema.ts";

/** `expiredBefore`: keys created at or before this time are free again. */
export type KeyClaim = typeof idempotencyKeys.$inferInsert & { expiredBefore: Date };

/**
 * Matches keys that are in use. A refused capture has no record, and a failed capture was refunded, so both release their
 * key. A batch keeps its key even if captures fail, because its request was accepted.
 */
const isInUse = and(
  eq(screenshots.id, idempotencyKeys.screenshotId),
  sql`(${screenshots.status} <> 'failed' OR ${screenshots.batchId} IS NOT NULL)`,
);

/** Returns the record of a key. Returns undefined if the key is free. */
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
    .innerJoin(screenshots, isInUse)
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, expiredBefore),
      ),
    );
  return found;
}

/** Assigns the key to `screenshotId`, or returns no row if the key is in use. Must run in the batch that inserts the record. */
export function claimKey(db: Database, { expiredBefore, ...claim }: KeyClaim) {
  const { requestHash, screenshotId, createdAt } = claim;
  const expired = lte(idempotencyKeys.createdAt, expiredBefore);
  return db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { requestHash, screenshotId, createdAt },
      setWhere: sql`${expired} OR NOT EXISTS (SELECT 1 FROM ${screenshots} WHERE ${isInUse})`,
    })
    .returning({ screenshotId: idempotencyKeys.screenshotId });
}

/** Returns the condition that the key is assigned to this record, for the statements after `claimKey`. */
export function holdsKey({ accountId, key, screenshotId }: KeyClaim) {
  return sql`EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.screenshotId, screenshotId),
  )})`;
}

/** Deletes at most `limit` expired keys. Returns the number of deleted keys. */
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
