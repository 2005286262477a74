// Queries that move old records from the database to archives. A record is claimed for an archive, written, and then deleted
// together with the insertion of the archive. A claimed record cannot change, so a repeated step writes the same bytes.
import { and, asc, eq, isNotNull, lt, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";
import { type DefaultDays, recordDaysOf } from "./retention.ts";
import { accounts, archives, archiving, batches, kept, screenshots, unfinished } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Records from before these times leave the database. Null: records stay. */
export type ArchiveLimits = { createdBefore: Date | null; deletedBefore: Date };

type Times = {
  now: Date;
  /** Records of this month and later ones stay: the counters of the month are compared with them. */
  monthBegan: Date;
  /** Records that were deleted before this time may leave the database. */
  deletedBefore: Date;
  /** Additional time that a record stays after its retention. */
  graceMs: number;
};

/**
 * Returns at most `limit` accounts with records that may leave the database, in random order, so that an account whose
 * records cannot leave yet does not block the others. Reads two entries of an index for each account.
 */
export async function selectArchivable(
  db: Database,
  { now, monthBegan, deletedBefore, graceMs }: Times,
  { defaultDays, limit }: { defaultDays: DefaultDays; limit: number },
): Promise<{ accountId: string; createdBefore: Date | null }[]> {
  const days = recordDaysOf(defaultDays);
  const before = sql<number | null>`iif(${days} > 0,
    min(${now.getTime() - graceMs} - ${days} * ${DAY_MS}, ${monthBegan.getTime() - 1}), NULL)`;
  const exists = (condition: SQL) =>
    sql`EXISTS (SELECT 1 FROM screenshots WHERE account_id = accounts.id AND ${condition})`;
  const rows = await db
    .select({ accountId: accounts.id, createdBefore: before.as("created_before") })
    .from(accounts)
    .where(
      or(
        exists(sql`deleted_at IS NULL AND created_at <= ${before}`),
        exists(sql`deleted_at <= ${deletedBefore.getTime()}`),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map(({ accountId, createdBefore }) => ({
    accountId,
    createdBefore: createdBefore === null ? null : new Date(createdBefore),
  }));
}

export type Claim = {
  accountId: string;
  /** The key of an archive is `prefix`, the month of its records, and `suffix`. */
  prefix: string;
  suffix: string;
  limits: ArchiveLimits;
  monthBegan: Date;
  /** Records whose image expired after this time stay, because an Idempotency-Key may refer to them. */
  expiredBefore: Date;
  /** Records per claim. Records that cannot leave yet count, too, so that one claim reads few rows. */
  records: number;
  /** Maximum total length of their options. */
  optionsLength: number;
};

/** Claims the oldest records of an account for archives, one per month. Returns the number of claimed records. */
export async function claimRecords(db: Database, claim: Claim): Promise<number> {
  const { createdBefore, deletedBefore } = claim.limits;
  const { meta: old } =
    createdBefore === null
      ? { meta: { changes: 0 } }
      : await claimOldest(db, claim, {
          which: and(sql`deleted_at IS NULL`, lte(screenshots.createdAt, createdBefore)),
          order: [asc(screenshots.createdAt), asc(screenshots.id)],
        });
  const { meta: deleted } = await claimOldest(db, claim, {
    which: and(
      lte(screenshots.deletedAt, deletedBefore),
      lt(screenshots.createdAt, claim.monthBegan),
    ),
    order: [asc(screenshots.deletedAt), asc(screenshots.createdAt), asc(screenshots.id)],
  });
  return old.changes + deleted.changes;
}

function claimOldest(
  db: Database,
  { accountId, prefix, suffix, expiredBefore, records, optionsLength }: Claim,
  { which, order }: { which: SQL | undefined; order: SQL[] },
) {
  const mayLeave = sql`NOT (${unfinished}) AND NOT (${kept})
    AND coalesce(${screenshots.imageExpiredAt} <= ${expiredBefore.getTime()}, TRUE)`;
  const oldest = db
    .select({
      id: screenshots.id,
      length: sql`length(${screenshots.options})`.as("length"),
      mayLeave: mayLeave.as("may_leave"),
    })
    .from(screenshots)
    .where(and(eq(screenshots.accountId, accountId), which, sql`archive_key IS NULL`))
    .orderBy(...order)
    .limit(records);
  const lengthBefore = sql`sum(length) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  const claimed = sql`SELECT id FROM (SELECT id, ${lengthBefore} AS length_before FROM ${oldest} WHERE may_leave)
    WHERE coalesce(length_before, 0) < ${optionsLength}`;
  return db
    .update(screenshots)
    .set({ archiveKey: sql`${prefix} || ${screenshots.creditMonth} || ${suffix}` })
    .where(sql`${screenshots.id} IN (${claimed})`);
}

/** Returns the records of one archive that is not complete. Returns an empty array if there is none. */
export async function selectClaimed(db: Database): Promise<Screenshot[]> {
  const key = db
    .select({ key: screenshots.archiveKey })
    .from(screenshots)
    .where(archiving)
    .orderBy(asc(screenshots.archiveKey))
    .limit(1);
  return db
    .select()
    .from(screenshots)
    .where(and(eq(screenshots.archiveKey, key), archiving))
    .orderBy(asc(screenshots.createdAt), asc(screenshots.id));
}

/**
 * Deletes the records of a written archive, and batches that have no record any more. Returns false if the records were
 * deleted with their account, so that the archive must be removed.
 */
export async function finishArchive(
  db: Database,
  archive: Pick<typeof archives.$inferSelect, "key" | "accountId" | "month">,
  now: Date,
): Promise<boolean> {
  const { key, accountId, month } = archive;
  const ofArchive = and(eq(screenshots.archiveKey, key), archiving);
  const insert = db
    .insert(archives)
    .select(
      sql`SELECT ${key}, ${accountId}, ${month}, count(*), ${now.getTime()} FROM ${screenshots} WHERE ${ofArchive} HAVING count(*) > 0`,
    )
    .onConflictDoNothing();
  const other = alias(screenshots, "other");
  const remaining = db
    .select({ found: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.batchId, batches.id),
        sql`other.batch_id IS NOT NULL AND other.archive_key IS NOT ${key}`,
      ),
    );
  const ids = db
    .select({ id: screenshots.batchId })
    .from(screenshots)
    .where(and(ofArchive, isNotNull(screenshots.batchId)));
  const removeBatches = db
    .delete(batches)
    .where(and(sql`${batches.id} IN ${ids}`, isNotNull(batches.endedAt), notExists(remaining)));
  const removeRecords = db.delete(screenshots).where(ofArchive);
  const [, , , found] = await db.batch([
    insert,
    removeBatches,
    removeRecords,
    db.select({ key: archives.key }).from(archives).where(eq(archives.key, key)),
  ]);
  return found.length > 0;
}

/** Returns the keys of all archives of an account, incomplete ones included. */
export async function selectArchiveKeys(db: Database, accountId: string): Promise<string[]> {
  const [complete, claimed] = await db.batch([
    db.select({ key: archives.key }).from(archives).where(eq(archives.accountId, accountId)),
    db
      .selectDistinct({ key: screenshots.archiveKey })
      .from(screenshots)
      // With "+", SQLite uses the partial index instead of the index of the account.
      .where(and(archiving, sql`+${screenshots.accountId} = ${accountId}`)),
  ]);
  return [...complete, ...claimed].flatMap(({ key }) => key ?? []);
}
