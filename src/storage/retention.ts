// Queries on expired images.
import { and, eq, inArray, isNull, not, notExists, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { nextBaselineId } from "./monitor-runs.ts";
import { accounts, comparisons, kept, monitors, screenshots, storedBytes } from "./schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type ExpiredImage = { id: string; imageKey: string };

/** Days before images expire, and days before records leave the database. 0: never. */
export type DefaultDays = { images: number; records: number };

/** Returns at most `limit` stored images that are older than the retention of their account, or than the default. */
export async function selectOutdated(
  db: Database,
  { now, defaultDays, limit }: { now: Date; defaultDays: DefaultDays; limit: number },
): Promise<ExpiredImage[]> {
  // The literal condition lets SQLite use the partial index.
  const pinned = db
    .select({ id: monitors.baselineId })
    .from(monitors)
    .where(and(eq(monitors.baselineId, screenshots.id), sql`baseline_id IS NOT NULL`));
  const isBaseline = sql`EXISTS (SELECT 1 FROM monitors WHERE monitors.id = ${screenshots.monitorId}
    AND monitors.baseline_id IS NULL AND ${nextBaselineId} = ${screenshots.id})`;
  const imageDays = sql`coalesce(${accounts.retentionDays}, ${defaultDays.images})`;
  const recordDays = recordDaysOf(defaultDays);
  // An image is deleted with its record. 0 means no limit, so if one number is 0, the other number applies.
  const days = sql`iif(min(${imageDays}, ${recordDays}) > 0, min(${imageDays}, ${recordDays}), max(${imageDays}, ${recordDays}))`;
  const rows = await db
    .select({
      id: sql<string>`${screenshots.id}`,
      imageKey: sql<string | null>`${screenshots.imageKey}`,
    })
    .from(accounts)
    // A cross join keeps this order. Without the name of the index, SQLite reads all records of an account, also those without
    // an image.
    .crossJoin(sql`${screenshots} INDEXED BY screenshots_kept`)
    .where(
      and(
        eq(screenshots.accountId, accounts.id),
        sql`${days} > 0`,
        sql`${screenshots.createdAt} <= ${now.getTime()} - ${days} * ${DAY_MS}`,
        kept,
        notExists(pinned),
        not(isBaseline),
      ),
    )
    .limit(limit);
  return rows.flatMap(({ id, imageKey }) => (imageKey === null ? [] : { id, imageKey }));
}

/** The days of an account before its records leave the database. */
export function recordDaysOf({ records }: DefaultDays) {
  return sql<number>`coalesce(${accounts.recordRetentionDays}, ${records})`;
}

/** Marks the images of these records as expired and releases their bytes, once. */
export async function markExpired(db: Database, ids: string[], now: Date): Promise<void> {
  // One parameter for all ids: D1 limits a statement to 100 parameters.
  const which = and(
    sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    kept,
  );
  const freed = db
    .select({
      accountId: screenshots.accountId,
      bytes: sql<number>`sum(${storedBytes})`.as("freed_bytes"),
    })
    .from(screenshots)
    .where(which)
    .groupBy(screenshots.accountId)
    .as("freed");
  const releaseBytes = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} - ${freed.bytes}` })
    .from(freed)
    .where(eq(accounts.id, freed.accountId));
  const removeComparisons = db
    .delete(comparisons)
    .where(
      inArray(
        comparisons.afterId,
        db.select({ id: screenshots.id }).from(screenshots).where(which),
      ),
    );
  const mark = db
    .update(screenshots)
    .set({
      imageKey: null,
      diffBytes: 0,
      expiredImageKey: sql`${screenshots.imageKey}`,
      imageExpiredAt: now,
      updatedAt: now,
    })
    .where(which);
  await db.batch([releaseBytes, removeComparisons, mark]);
}

/**
 * Returns when the image with this key expired. Returns undefined if the image has not expired, or if its record is
 * deleted.
 */
export async function findExpiry(db: Database, imageKey: string): Promise<Date | undefined> {
  const [record] = await db
    .select({ at: screenshots.imageExpiredAt })
    .from(screenshots)
    .where(and(eq(screenshots.expiredImageKey, imageKey), isNull(screenshots.deletedAt)));
  return record?.at ?? undefined;
}
