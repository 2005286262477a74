// Queries for the picture of another capture: the same target and options, made before or being made now.
import { and, desc, eq, gte, isNotNull, isNull } from "drizzle-orm";
import { selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { screenshots } from "./schema.ts";

/** A fingerprint of an account, and since when a capture of it may have been asked for to be the answer. */
export type CacheQuery = { accountId: string; cacheKey: string; since: Date };

/** A capture of what is wanted that is being made now, whoever asked for it. */
export function selectUnderWay(db: Database, wanted: CacheQuery, now: Date) {
  return db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(
      and(
        mayAnswer(wanted),
        eq(screenshots.status, "processing"),
        gte(screenshots.deadlineAt, now),
      ),
    )
    .limit(1);
}

export async function isUnderWay(db: Database, wanted: CacheQuery, now: Date): Promise<boolean> {
  return (await selectUnderWay(db, wanted, now)).length > 0;
}

/** The account's newest image of what is wanted, and its credits used. */
export async function findCached(db: Database, wanted: CacheQuery & { month: string }) {
  const newest = db
    .select()
    .from(screenshots)
    .where(
      and(mayAnswer(wanted), eq(screenshots.status, "completed"), isNotNull(screenshots.imageKey)),
    )
    .orderBy(desc(screenshots.createdAt))
    .limit(1);
  const [[record], [month]] = await db.batch([
    newest,
    selectUsedCredits(db, wanted.accountId, wanted.month),
  ]);
  return record === undefined ? undefined : { record, used: month?.used ?? 0 };
}

function mayAnswer({ accountId, cacheKey, since }: CacheQuery) {
  return and(
    eq(screenshots.accountId, accountId),
    eq(screenshots.cacheKey, cacheKey),
    gte(screenshots.createdAt, since),
    isNull(screenshots.deletedAt),
  );
}
