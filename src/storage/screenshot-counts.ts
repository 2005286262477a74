// Counts the records of lists with the counters of `screenshot_counts`, so that a list does not read all of its records.
import { and, count, desc, eq, gte, isNull, lt, sql, sum } from "drizzle-orm";
import type { ListQuery } from "../contract/screenshot-requests.ts";
import type { Database } from "./database.ts";
import { screenshotCounts, screenshots, unfinishedAndListed } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The spans of the counters in milliseconds, longest first. Each length is a multiple of the next one. */
const SPANS = [32 * DAY_MS, DAY_MS, HOUR_MS];

/** The end of lists without `endDate`: a multiple of every span, far in the future. */
const END_OF_TIME = (SPANS[0] ?? 0) * 2 ** 20;

/** The filters of a list that the counters know. */
export type CountedFilters = Pick<ListQuery, "status" | "format" | "startDate" | "endDate"> & {
  accountId: string;
};

/** Creation times in milliseconds. Excludes `end`. */
type Range = { start: number; end: number };

/** Returns the number of records in the list. Reads counters, unfinished records, and records in parts of an hour. */
export function countListed(db: Database, filters: CountedFilters) {
  const range = rangeOf(filters);
  const total = sql<number>`${countUnfinished(db, filters, range)} + ${countFinished(db, filters, range)}`;
  return db.select({ total: total.as("total") }).from(sql`(SELECT 1)`);
}

/** Where a page starts: after `offset` records of the list that ends at `endDate`. */
export type PageStart = { endDate: Date | undefined; offset: number };

/**
 * Returns a start for the page after the first `offset` records of the list, so that the page reads at most the records of an
 * hour and as many as are unfinished before it finds its first record.
 */
export async function findPageStart(
  db: Database,
  filters: CountedFilters,
  offset: number,
): Promise<PageStart> {
  const range = rangeOf(filters);
  const { end } = range;
  const [numbers] = await db
    .select({
      unfinished: sql<number>`${countUnfinished(db, filters, range)}`.as("unfinished"),
      later: countFinished(db, filters, { start: end, end: END_OF_TIME }).as("later"),
    })
    .from(sql`(SELECT 1)`);
  const { unfinished = 0, later = 0 } = numbers ?? {};
  // Assumes that all unfinished records precede the page, so that no record of the page is skipped.
  const { before, skipped } = await skipFinished(db, filters, offset - unfinished + later);
  if (before >= end || skipped < later) return { endDate: filters.endDate, offset };
  const [open] = await countUnfinished(db, filters, { start: before, end });
  const endDate = new Date(before - 1);
  return { endDate, offset: offset - (skipped - later) - (open?.records ?? 0) };
}

/** Returns the earliest full hour `before`, after which at most `atMost` finished records were created, and their number. */
async function skipFinished(
  db: Database,
  filters: CountedFilters,
  atMost: number,
): Promise<{ before: number; skipped: number }> {
  let range: Range = { start: 0, end: END_OF_TIME };
  let skipped = 0;
  for (const span of SPANS) {
    const counters = await db
      .select({
        start: screenshotCounts.start,
        records: sql<number>`sum(${screenshotCounts.records})`.as("total"),
      })
      .from(screenshotCounts)
      .where(inCounters(filters, { span, ...range }))
      .groupBy(screenshotCounts.start)
      .orderBy(desc(screenshotCounts.start));
    const stop = counters.find(({ records }) => {
      if (skipped + records > atMost) return true;
      skipped += records;
      return false;
    });
    if (stop === undefined) return { before: range.start, skipped };
    range = { start: stop.start, end: stop.start + span };
  }
  return { before: range.end, skipped };
}

/** Adds up the counters of full spans, and counts the records in parts of an hour. */
function countFinished(db: Database, filters: CountedFilters, range: Range) {
  const counts = cover(range).map(({ span, ...part }) =>
    span === undefined
      ? readFinished(db, filters, part)
      : sumCounters(db, filters, { span, ...part }),
  );
  return sql<number>`${sql.join([sql`0`, ...counts], sql` + `)}`;
}

function sumCounters(db: Database, filters: CountedFilters, range: Range & { span: number }) {
  return db
    .select({ records: sql<number>`coalesce(${sum(screenshotCounts.records)}, 0)`.as("records") })
    .from(screenshotCounts)
    .where(inCounters(filters, range));
}

function inCounters(
  { accountId, status, format }: CountedFilters,
  { span, start, end }: Range & { span: number },
) {
  return and(
    eq(screenshotCounts.accountId, accountId),
    eq(screenshotCounts.span, span),
    gte(screenshotCounts.start, start),
    lt(screenshotCounts.start, end),
    status && eq(screenshotCounts.status, status),
    format && eq(screenshotCounts.format, format),
  );
}

function readFinished(db: Database, filters: CountedFilters, range: Range) {
  return db
    .select({ records: count() })
    .from(screenshots)
    .where(
      and(
        inRange(filters, range),
        isNull(screenshots.deletedAt),
        sql`${screenshots.status} IN ('completed', 'failed')`,
      ),
    );
}

function countUnfinished(db: Database, filters: CountedFilters, range: Range) {
  return db
    .select({ records: count() })
    .from(sql`${screenshots} INDEXED BY screenshots_open`)
    .where(and(inRange(filters, range), unfinishedAndListed));
}

function inRange({ accountId, status, format }: CountedFilters, { start, end }: Range) {
  return and(
    eq(screenshots.accountId, accountId),
    gte(screenshots.createdAt, new Date(start)),
    lt(screenshots.createdAt, new Date(end)),
    status && eq(screenshots.status, status),
    format && eq(screenshots.format, format),
  );
}

function rangeOf({ startDate, endDate }: CountedFilters): Range {
  const end = endDate === undefined ? END_OF_TIME : endDate.getTime() + 1;
  return { start: startDate?.getTime() ?? 0, end };
}

/** Divides the range into few ranges of full spans, and at most two ranges within an hour. The latter have no `span`. */
function cover(range: Range, [span, ...shorter] = SPANS): (Range & { span?: number })[] {
  if (range.start >= range.end) return [];
  if (span === undefined) return [range];
  const start = Math.ceil(range.start / span) * span;
  const end = Math.floor(range.end / span) * span;
  if (start >= end) return cover(range, shorter);
  return [
    { span, start, end },
    ...cover({ start: range.start, end: start }, shorter),
    ...cover({ start: end, end: range.end }, shorter),
  ];
}
