// Queries on the failed captures of an account.
import { and, desc, eq, gte } from "drizzle-orm";
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
    .where(
      and(eq(screenshots.accountId, accountId), gte(screenshots.createdAt, since), failedAndListed),
    )
    .orderBy(desc(screenshots.createdAt), desc(screenshots.id))
    .limit(limit);
}
