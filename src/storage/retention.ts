// Queries on images whose time is over.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, kept, screenshots } from "./schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type ExpiredImage = { id: string; imageKey: string };

/** Kept images that are older than their account allows, at most `limit`. `defaultDays`: where it says nothing. */
export async function selectOutdated(
  db: Database,
  { now, defaultDays, limit }: { now: Date; defaultDays: number; limit: number },
): Promise<ExpiredImage[]> {
  const days = sql`coalesce(${accounts.retentionDays}, ${defaultDays})`;
  const rows = await db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(accounts)
    // Account by account, each by the index of kept images; the other way round every image would be looked at.
    .crossJoin(screenshots)
    .where(
      and(
        eq(screenshots.accountId, accounts.id),
        sql`${days} > 0`,
        sql`${screenshots.createdAt} <= ${now.getTime()} - ${days} * ${DAY_MS}`,
        kept,
      ),
    )
    .limit(limit);
  return rows.flatMap(({ id, imageKey }) => (imageKey === null ? [] : { id, imageKey }));
}

/** Notes that the images of these records have gone and gives back their bytes, once. */
export async function markExpired(db: Database, ids: string[], now: Date): Promise<void> {
  // One parameter however many there are; D1 takes a hundred.
  const which = and(
    sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    kept,
  );
  const freed = db
    .select({
      accountId: screenshots.accountId,
      bytes: sql<number>`sum(${screenshots.fileSize})`.as("freed_bytes"),
    })
    .from(screenshots)
    .where(which)
    .groupBy(screenshots.accountId)
    .as("freed");
  const giveBack = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} - ${freed.bytes}` })
    .from(freed)
    .where(eq(accounts.id, freed.accountId));
  const mark = db
    .update(screenshots)
    .set({
      imageKey: null,
      expiredImageKey: sql`${screenshots.imageKey}`,
      imageExpiredAt: now,
      updatedAt: now,
    })
    .where(which);
  await db.batch([giveBack, mark]);
}

/** When the image under this key was removed for its age; undefined when it was not, or its record is deleted. */
export async function findExpiry(db: Database, imageKey: string): Promise<Date | undefined> {
  const [record] = await db
    .select({ at: screenshots.imageExpiredAt })
    .from(screenshots)
    .where(and(eq(screenshots.expiredImageKey, imageKey), isNull(screenshots.deletedAt)));
  return record?.at ?? undefined;
}
