// Queries on the failed captures of an account.
import { desc, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { failedAndListed, screenshots } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

export type RecentFailure = Pick<
  Screenshot,
  "id" | "url" | "name" | "errorCode" | "errorMessage" | "createdAt"
>;

/** Returns the newest failures since `since`, newest first. */
export function selectFailures(
  db: Database,
  { accountId, since, limit }: { accountId: string; since: Date; limit: number },
): Promise<RecentFailure[]> {
  // Without the name of the index, SQLite uses the index of the list and reads every record of the account.
  const newest = sql`SELECT id FROM screenshots INDEXED BY screenshots_failed
    WHERE account_id = ${accountId} AND created_at >= ${since.getTime()} AND ${failedAndListed}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  return db
    .select({
      id: screenshots.id,
      url: screenshots.url,
      name: screenshots.name,
      errorCode: screenshots.errorCode,
      errorMessage: screenshots.errorMessage,
      createdAt: screenshots.createdAt,
    })
    .from(screenshots)
    .where(sql`${screenshots.id} IN (${newest})`)
    .orderBy(desc(screenshots.createdAt), desc(screenshots.id));
}
