// Queries for the operator's metrics. Record ids start with their creation time, so a time window is a range of the primary
// key.
import { asc, count, desc, gt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { screenshots, unfinished } from "./schema.ts";

/** Records per statement. D1 counts the entry of the index and the row of each record as read. */
const SLICE_RECORDS = 4_000;

/** 100,000 captures: 5 minutes with 330 captures a second. */
const MAX_SLICES = 25;

/** Maximum number of unfinished captures that are counted. */
const MAX_WAITING = 4_000;

/**
 * Returns captures since `since` by outcome, the ascending durations of completed captures in milliseconds, and the number of
 * unfinished captures of any age, at most MAX_WAITING.
 */
export async function selectMetrics(db: Database, since: Date) {
  const outcomes = new Map<string, { status: string; code: string | null; captures: number }>();
  const durationsMs: number[] = [];
  let after = lastIdBefore(since);
  for (let slices = 0; slices < MAX_SLICES; slices++) {
    const recent = await selectRecent(db, after);
    for (const { status, code, ms } of recent) {
      const key = `${status} ${code}`;
      const captures = (outcomes.get(key)?.captures ?? 0) + 1;
      outcomes.set(key, { status, code, captures });
      if (status === "completed" && ms !== null) durationsMs.push(ms);
    }
    after = recent.at(-1)?.id ?? after;
    if (recent.length < SLICE_RECORDS) break;
  }
  const open = db
    .select({ status: sql<string>`status`.as("open_status") })
    // Without the name of the index, SQLite reads all records.
    .from(sql`${screenshots} INDEXED BY screenshots_unfinished`)
    .where(unfinished)
    .limit(MAX_WAITING)
    .as("open");
  const waiting = await db
    .select({ status: open.status, captures: count() })
    .from(open)
    .groupBy(sql`open_status`);
  return {
    outcomes: [...outcomes.values()],
    durationsMs: durationsMs.sort((a, b) => a - b),
    waiting,
  };
}

/** Returns the captures with an id after `after`, oldest first. */
function selectRecent(db: Database, after: string) {
  return db
    .select({
      id: screenshots.id,
      status: screenshots.status,
      code: screenshots.errorCode,
      ms: screenshots.processingTimeMs,
    })
    .from(screenshots)
    .where(gt(screenshots.id, after))
    .orderBy(asc(screenshots.id))
    .limit(SLICE_RECORDS);
}

/** Returns the captures since `since` by status and error code, at most the newest `limit`. */
export function selectOutcomes(db: Database, since: Date, limit: number) {
  const newest = db
    .select({ status: screenshots.status, code: screenshots.errorCode })
    .from(screenshots)
    .where(gt(screenshots.id, lastIdBefore(since)))
    .orderBy(desc(screenshots.id))
    .limit(limit)
    .as("newest");
  return db
    .select({ status: newest.status, code: newest.code, captures: count() })
    .from(newest)
    .groupBy(newest.status, newest.code);
}

/** Returns a text that sorts after the ids of earlier captures, and before those of captures since `since`. */
function lastIdBefore(since: Date): string {
  const second = Math.floor(since.getTime() / 1000);
  return second.toString(16).padStart(8, "0");
}
