// Queries for captures with the same target and options, completed or in progress.
import { and, desc, eq, gte } from "drizzle-orm";
import { selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { cacheable, screenshots } from "./schema.ts";

/** Selects captures of the account with this cache key that were requested at or after `since`. */
export type CacheQuery = { accountId: string; cacheKey: string; since: Date };

/** Selects a matching capture that is in progress. */
export function selectInProgress(db: Database, query: CacheQuery, now: Date) {
  return db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(
      and(matches(query), eq(screenshots.status, "processing"), gte(screenshots.deadlineAt, now)),
    )
    .limit(1);
}

export async function isInProgress(db: Database, query: CacheQuery, now: Date): Promise<boolean> {
  return (await selectInProgress(db, query, now)).length > 0;
}

/** Returns the newest matching capture that has an image, and the credits that the account used in the month. */
export async function findCached(db: Database, query: CacheQuery & { month: string }) {
  const newest = db
    .select()
    .from(screenshots)
    .where(and(matches(query), eq(screenshots.status, "completed")))
    .orderBy(desc(screenshots.createdAt))
    .limit(1);
  const [[record], [month]] = await db.batch([
    newest,
    selectUsedCredits(db, query.accountId, query.month),
  ]);
  return record === undefined ? undefined : { record, used: month?.used ?? 0 };
}

function matches({ accountId, cacheKey, since }: CacheQuery) {
  return and(
    eq(screenshots.accountId, accountId),
    eq(screenshots.cacheKey, cacheKey),
    gte(screenshots.createdAt, since),
    cacheable,
  );
}
