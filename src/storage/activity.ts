// Queries on the recent captures of an account.
import { and, count, desc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { screenshots } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

export type DayCount = { day: string; status: Screenshot["status"]; captures: number };

export type RecentFailure = Pick<
  Screenshot,
  "id" | "url" | "name" | "errorCode" | "errorMessage" | "createdAt"
>;

/** Returns the number of captures since `since` by UTC day ("2026-11-21") and state, deleted ones included, and the newest failures. */
export async function selectActivity(
  db: Database,
  { accountId, since, failures }: { accountId: string; since: Date; failures: number },
): Promise<{ counts: DayCount[]; failed: RecentFailure[] }> {
  const recent = (condition: SQL | undefined) =>
    and(eq(screenshots.accountId, accountId), gte(screenshots.createdAt, since), condition);
  const day = sql<string>`date(${screenshots.createdAt} / 1000, 'unixepoch')`;
  const [counts, failed] = await db.batch([
    db
      .select({ day: day.as("day"), status: screenshots.status, captures: count() })
      .from(screenshots)
      // A recent capture that is deleted was also deleted recently. With this condition, SQLite uses the index of the list.
      .where(recent(or(isNull(screenshots.deletedAt), gte(screenshots.deletedAt, since))))
      .groupBy(day, screenshots.status),
    db
      .select({
        id: screenshots.id,
        url: screenshots.url,
        name: screenshots.name,
        errorCode: screenshots.errorCode,
        errorMessage: screenshots.errorMessage,
        createdAt: screenshots.createdAt,
      })
      .from(screenshots)
      .where(recent(and(isNull(screenshots.deletedAt), eq(screenshots.status, "failed"))))
      .orderBy(desc(screenshots.createdAt), desc(screenshots.id))
      .limit(failures),
  ]);
  return { counts, failed };
}
