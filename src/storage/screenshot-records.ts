// Queries on records for their account: find, list, change, delete. screenshots.ts has the queries of captures.
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { ListQuery } from "../contract/screenshot-requests.ts";
import type { Database } from "./database.ts";
import { announceScreenshots } from "./outbox.ts";
import { accounts, comparisons, screenshots, storedBytes } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

type Page = Omit<ListQuery, "api_key"> & {
  accountId: string;
  /** Returns the records in the order in which they were inserted, such as the order of the URLs of a batch. */
  asInserted?: boolean;
};

/** The columns of lists. They exclude the options, which can be large. */
const listed = {
  id: screenshots.id,
  batchId: screenshots.batchId,
  monitorId: screenshots.monitorId,
  url: screenshots.url,
  name: screenshots.name,
  status: screenshots.status,
  format: screenshots.format,
  imageKey: screenshots.imageKey,
  imageExpiredAt: screenshots.imageExpiredAt,
  hasThumbnail: screenshots.hasThumbnail,
  fileSize: screenshots.fileSize,
  width: screenshots.width,
  height: screenshots.height,
  httpStatus: screenshots.httpStatus,
  truncated: screenshots.truncated,
  scrolled: screenshots.scrolled,
  blocked: screenshots.blocked,
  page: screenshots.page,
  pages: screenshots.pages,
  errorMessage: screenshots.errorMessage,
  createdAt: screenshots.createdAt,
};

export type ListedScreenshot = Pick<Screenshot, keyof typeof listed>;

/** Finds a record of any account, unless it is deleted or moves to an archive. */
export async function findScreenshot(db: Database, id: string): Promise<Screenshot | undefined> {
  const [record] = await selectScreenshot(db, id);
  return record;
}

export function selectScreenshot(db: Database, id: string) {
  return db.select().from(screenshots).where(present(id));
}

/** Returns one page of records, by default newest first. `total`: the number of records on all pages. */
export async function selectPage(
  db: Database,
  { accountId, page, limit, asInserted = false, ...filters }: Page,
): Promise<{ records: ListedScreenshot[]; total: number }> {
  const { status, format, batchId, search, startDate, endDate } = filters;
  const matches = and(
    eq(screenshots.accountId, accountId),
    isNull(screenshots.deletedAt),
    status && eq(screenshots.status, status),
    format && eq(screenshots.format, format),
    batchId === undefined ? batchId : eq(screenshots.batchId, batchId),
    search === undefined ? search : recordHolds(search),
    startDate && gte(screenshots.createdAt, startDate),
    endDate && lte(screenshots.createdAt, endDate),
  );
  const order = asInserted ? [sql`rowid`] : [desc(screenshots.createdAt), desc(screenshots.id)];
  const [[all], records] = await db.batch([
    db.select({ total: count() }).from(screenshots).where(matches),
    db
      .select(listed)
      .from(screenshots)
      .where(matches)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { records, total: all?.total ?? 0 };
}

/** Returns the account's records with these ids, at most 90, without deleted ones. The order is not defined. */
export function selectByIds(
  db: Database,
  { accountId, ids }: { accountId: string; ids: string[] },
): Promise<ListedScreenshot[]> {
  return db
    .select(listed)
    .from(screenshots)
    .where(
      and(
        inArray(screenshots.id, ids),
        eq(screenshots.accountId, accountId),
        isNull(screenshots.deletedAt),
      ),
    );
}

/** Returns the number of records of a batch by state, without deleted ones. */
export function countBatch(
  db: Database,
  { accountId, batchId }: { accountId: string; batchId: string },
) {
  return db
    .select({ status: screenshots.status, records: count() })
    .from(screenshots)
    .where(
      and(
        eq(screenshots.batchId, batchId),
        eq(screenshots.accountId, accountId),
        isNull(screenshots.deletedAt),
      ),
    )
    .groupBy(screenshots.status);
}

/** Returns the ids of the next newer and the next older record of the account. */
export async function selectNeighbors(
  db: Database,
  { accountId, id, createdAt }: Pick<Screenshot, "accountId" | "id" | "createdAt">,
): Promise<{ newer: string | undefined; older: string | undefined }> {
  const ofAccount = and(eq(screenshots.accountId, accountId), isNull(screenshots.deletedAt));
  const position = sql`(${screenshots.createdAt}, ${screenshots.id})`;
  const own = sql`(${sql.param(createdAt, screenshots.createdAt)}, ${id})`;
  const [[newer], [older]] = await db.batch([
    db
      .select({ id: screenshots.id })
      .from(screenshots)
      .where(and(ofAccount, sql`${position} > ${own}`))
      .orderBy(asc(screenshots.createdAt), asc(screenshots.id))
      .limit(1),
    db
      .select({ id: screenshots.id })
      .from(screenshots)
      .where(and(ofAccount, sql`${position} < ${own}`))
      .orderBy(desc(screenshots.createdAt), desc(screenshots.id))
      .limit(1),
  ]);
  return { newer: newer?.id, older: older?.id };
}

/**
 * Returns the changed record. Returns undefined and changes nothing if the record is deleted or has changed since it was
 * `seen`, so that no concurrent change is lost.
 */
export async function updateScreenshot(
  db: Database,
  seen: Pick<Screenshot, "id" | "updatedAt">,
  changes: Partial<Pick<Screenshot, "name" | "options">>,
  now: Date,
): Promise<Screenshot | undefined> {
  // Always increases, so that it identifies the version of the record.
  const updatedAt = new Date(Math.max(now.getTime(), seen.updatedAt.getTime() + 1));
  const [record] = await db
    .update(screenshots)
    .set({ ...changes, updatedAt })
    .where(and(present(seen.id), eq(screenshots.updatedAt, seen.updatedAt)))
    .returning();
  return record;
}

/**
 * Marks a record as deleted and releases the bytes of its image, once. `record` is undefined if it was deleted before. A
 * capture in progress has no bytes yet and counts no bytes when it completes.
 */
export async function deleteScreenshot(db: Database, id: string, deletedAt: Date) {
  const freed = db
    .select({
      accountId: screenshots.accountId,
      bytes: sql<number>`${storedBytes}`.as("freed_bytes"),
    })
    .from(screenshots)
    .where(and(present(id), eq(screenshots.status, "completed"), isNotNull(screenshots.imageKey)))
    .as("freed");
  const giveBack = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} - ${freed.bytes}` })
    .from(freed)
    .where(eq(accounts.id, freed.accountId));
  const mark = db
    .update(screenshots)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(present(id))
    .returning();
  const announce = announceScreenshots(db, "screenshot.deleted", eq(screenshots.id, id), deletedAt);
  const removeComparisons = db.delete(comparisons).where(eq(comparisons.afterId, id));
  const [, announced, [record]] = await db.batch([giveBack, announce, mark, removeComparisons]);
  return { record, announced };
}

/** Does not use LIKE: its patterns have wildcards, and D1 limits them to 50 bytes. */
function recordHolds(search: string) {
  const url = sql`coalesce(${screenshots.foldedUrl}, lower(${screenshots.url}))`;
  const folded = search.toLowerCase();
  // instr() returns null for a record without facts of the page.
  return sql`(instr(${url}, ${folded}) > 0 OR instr(${screenshots.foldedPage}, ${folded}) > 0)`;
}

function present(id: string) {
  return and(eq(screenshots.id, id), isNull(screenshots.deletedAt), isNull(screenshots.archiveKey));
}

/** Selects up to `limit` records of an account, including deleted ones. Unordered, because a sort would read all of them. */
export function selectRecordsToDelete(db: Database, accountId: string, limit: number) {
  return db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(screenshots)
    .where(eq(screenshots.accountId, accountId))
    .limit(limit);
}

export async function deleteRecords(db: Database, ids: string[]): Promise<void> {
  // One parameter for all ids: D1 limits a statement to 100 parameters.
  await db
    .delete(screenshots)
    .where(sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
