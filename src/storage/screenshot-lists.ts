// Queries on lists of records of an account.
import { and, asc, count, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type ListQuery, SEARCHED_RECORDS } from "../contract/screenshot-requests.ts";
import type { Database } from "./database.ts";
import { failedAndListed, screenshots, unfinishedAndListed } from "./schema.ts";
import { countListed, findPageStart } from "./screenshot-counts.ts";
import type { Screenshot } from "./screenshots.ts";

type Page = Omit<ListQuery, "api_key"> & {
  accountId: string;
  /** Returns the records in the order in which they were inserted, such as the order of the URLs of a batch. */
  asInserted?: boolean;
};

type Filters = Omit<Page, "page" | "limit" | "search">;

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

/** Pages after this number of records start with the counters, because D1 reads every record that precedes a page. */
const FAR_OFFSET = 1_000;

export type ListPage = {
  records: ListedScreenshot[];
  /** The number of records on all pages. */
  total: number;
  /** When the oldest of the searched records was created. Undefined if all records were searched. */
  searchedSince?: Date;
};

/** Returns one page of records, by default newest first. */
export function selectPage(db: Database, query: Page): Promise<ListPage> {
  if (query.search !== undefined) return searchRecords(db, query, query.search);
  return query.batchId === undefined ? selectCounted(db, query) : selectOfBatch(db, query);
}

/** Reads as many index entries and records as the page has, and counters. */
async function selectCounted(db: Database, { page, limit, ...filters }: Page): Promise<ListPage> {
  const first = (page - 1) * limit;
  const { endDate, offset } =
    first < FAR_OFFSET
      ? { endDate: filters.endDate, offset: first }
      : await findPageStart(db, filters, first);
  const ids = db
    .select({ id: sql`id` })
    .from(indexFor(filters))
    .where(inList({ ...filters, endDate }))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  const [[counted], records] = await db.batch([
    countListed(db, filters),
    selectListed(db, inArray(screenshots.id, ids), newestFirst),
  ]);
  return { records, total: counted?.total ?? 0 };
}

/** Reads the whole batch, which has few records. */
async function selectOfBatch(db: Database, { page, limit, ...filters }: Page): Promise<ListPage> {
  const order = filters.asInserted === true ? [sql`rowid`] : newestFirst;
  const [[counted], records] = await db.batch([
    db.select({ total: count() }).from(screenshots).where(inList(filters)),
    selectListed(db, inList(filters), order)
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { records, total: counted?.total ?? 0 };
}

/**
 * Searches the newest records that match the other filters. D1 has no index for parts of a text, so a search reads two rows for
 * each of them.
 */
async function searchRecords(
  db: Database,
  { page, limit, ...filters }: Page,
  text: string,
): Promise<ListPage> {
  const newest = db
    .select({
      id: sql<string>`id`.as("record_id"),
      row: sql<number>`rowid`.as("record_row"),
      createdAt: sql<number>`created_at`.as("record_created_at"),
      found: recordHolds(text).as("found"),
    })
    .from(indexFor(filters))
    .where(inList(filters))
    .orderBy(...newestFirst)
    .limit(SEARCHED_RECORDS)
    .as("newest");
  const found = sql`${newest.found}`;
  const ids = db
    .select({ id: newest.id })
    .from(newest)
    .where(found)
    .orderBy(
      ...(filters.asInserted === true
        ? [sql`record_row`]
        : [sql`record_created_at DESC, record_id DESC`]),
    )
    .limit(limit)
    .offset((page - 1) * limit);
  const order = filters.asInserted === true ? [sql`rowid`] : newestFirst;
  const [[counted], records, [oldest, older]] = await db.batch([
    db.select({ total: count() }).from(newest).where(found),
    selectListed(db, inArray(screenshots.id, ids), order),
    db
      .select({ createdAt: sql<number>`created_at`.as("created_at") })
      .from(indexFor(filters))
      .where(inList(filters))
      .orderBy(...newestFirst)
      .limit(2)
      .offset(SEARCHED_RECORDS - 1),
  ]);
  const total = counted?.total ?? 0;
  if (oldest === undefined || older === undefined) return { records, total };
  return { records, total, searchedSince: new Date(oldest.createdAt) };
}

function selectListed(db: Database, which: SQL | undefined, order: SQL[]) {
  return db
    .select(listed)
    .from(screenshots)
    .where(which)
    .orderBy(...order);
}

const newestFirst = [desc(screenshots.createdAt), desc(screenshots.id)];

/**
 * Returns the table with the index that has the fewest entries for the filters. Without the name of an index, SQLite uses the
 * index of all records.
 */
function indexFor({ batchId, status, format }: Filters) {
  if (batchId !== undefined) return screenshots;
  if (status === "failed") return sql`${screenshots} INDEXED BY screenshots_failed`;
  if (status === "pending" || status === "processing")
    return sql`${screenshots} INDEXED BY screenshots_open`;
  return format === undefined ? screenshots : sql`${screenshots} INDEXED BY screenshots_format`;
}

/** Returns the condition that the index for the status requires. */
function listedWith(status: Filters["status"]) {
  if (status === undefined || status === "completed") return isNull(screenshots.deletedAt);
  return status === "failed" ? failedAndListed : unfinishedAndListed;
}

/** The records that match all filters except the search. */
function inList({ accountId, status, format, batchId, startDate, endDate }: Filters) {
  return and(
    batchId === undefined
      ? and(eq(screenshots.accountId, accountId), listedWith(status))
      : inBatch(accountId, batchId),
    status && eq(screenshots.status, status),
    format && eq(screenshots.format, format),
    startDate && gte(screenshots.createdAt, startDate),
    endDate && lte(screenshots.createdAt, endDate),
  );
}

/** With "+", SQLite uses the index of batches instead of an index of all records of the account. */
function inBatch(accountId: string, batchId: string) {
  return and(
    eq(screenshots.batchId, batchId),
    sql`+${screenshots.accountId} = ${accountId} AND +${screenshots.deletedAt} IS NULL`,
  );
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
        // With "+", SQLite uses the primary key instead of the index of all records of the account.
        sql`+${screenshots.accountId} = ${accountId} AND +${screenshots.deletedAt} IS NULL`,
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
    .where(inBatch(accountId, batchId))
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

/** Does not use LIKE: its patterns have wildcards, and D1 limits them to 50 bytes. */
function recordHolds(search: string) {
  const url = sql`coalesce(${screenshots.foldedUrl}, lower(${screenshots.url}))`;
  const folded = search.toLowerCase();
  // instr() returns null for a record without facts of the page.
  return sql<boolean>`(instr(${url}, ${folded}) > 0 OR instr(${screenshots.foldedPage}, ${folded}) > 0)`;
}
