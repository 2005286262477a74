// Queries for the operator's metrics. Record ids start with their creation time, so a time window is a range of the primary
// key.
import { and, asc, count, desc, eq, gte, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { screenshots, unfinished } from "./schema.ts";

/** More rows do not improve the percentiles. */
const MAX_DURATIONS = 10_000;

/** Returns captures since `since` by outcome, the ascending durations of completed captures in milliseconds, and all unfinished captures. */
export async function selectMetrics(db: Database, since: Date) {
  const recent = acceptedSince(since);
  const [outcomes, durations, waiting] = await db.batch([
    db
      .select({ status: screenshots.status, code: screenshots.errorCode, captures: count() })
      .from(screenshots)
      .where(recent)
      .groupBy(screenshots.status, screenshots.errorCode),
    db
      .select({ ms: sql<number>`${screenshots.processingTimeMs}` })
      .from(screenshots)
      .where(
        and(recent, eq(screenshots.status, "completed"), isNotNull(screenshots.processingTimeMs)),
      )
      .orderBy(asc(screenshots.processingTimeMs))
      .limit(MAX_DURATIONS),
    db
      .select({ status: screenshots.status, captures: count() })
      .from(screenshots)
      .where(unfinished)
      .groupBy(screenshots.status),
  ]);
  return { outcomes, durationsMs: durations.map(({ ms }) => ms), waiting };
}

/** Returns the captures since `since` by status and error code, at most the newest `limit`. */
export function selectOutcomes(db: Database, since: Date, limit: number) {
  const newest = db
    .select({ status: screenshots.status, code: screenshots.errorCode })
    .from(screenshots)
    .where(acceptedSince(since))
    .orderBy(desc(screenshots.id))
    .limit(limit)
    .as("newest");
  return db
    .select({ status: newest.status, code: newest.code, captures: count() })
    .from(newest)
    .groupBy(newest.status, newest.code);
}

function acceptedSince(since: Date): SQL {
  const second = Math.floor(since.getTime() / 1000);
  return gte(screenshots.id, second.toString(16).padStart(8, "0"));
}
