// Counts of finished captures by day and key. They are written in the batch that finishes the capture.
import { and, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { bucketOf } from "../lib/duration-buckets.ts";
import type { Database } from "./database.ts";
import { apiKeys, captureDays, NO_KEY, screenshots } from "./schema.ts";

export type CaptureDay = Omit<typeof captureDays.$inferSelect, "accountId">;

/** Counts the captures that match `which`. Must run before the statement that finishes them. */
export function countCompleted(db: Database, which: SQL, durationMs: number) {
  const bucket = bucketOf(durationMs);
  const others = sql`${captureDays.durations}`;
  return countFinished(db, which, {
    completed: sql`count(*)`,
    failed: sql`0`,
    durations: sql`json_object(${bucket}, count(*))`,
    merged: sql`json_set(${others}, ${`$.${bucket}`}, coalesce(${others} ->> ${bucket}, 0) + (excluded.durations ->> ${bucket}))`,
  });
}

/** Counts the captures that match `which`. Must run before the statement that fails them. */
export function countFailed(db: Database, which: SQL) {
  return countFinished(db, which, {
    completed: sql`0`,
    failed: sql`count(*)`,
    durations: sql`'{}'`,
    merged: sql`${captureDays.durations}`,
  });
}

type Counts = { completed: SQL; failed: SQL; durations: SQL; merged: SQL };

function countFinished(db: Database, which: SQL, counts: Counts) {
  const day = sql`date(${screenshots.createdAt} / 1000, 'unixepoch')`;
  const keyId = sql`coalesce(${screenshots.keyId}, ${NO_KEY})`;
  return db
    .insert(captureDays)
    .select(
      sql`SELECT ${screenshots.accountId}, ${day}, ${keyId}, ${counts.completed}, ${counts.failed}, ${counts.durations}
        FROM ${screenshots} WHERE ${which} GROUP BY 1, 2, 3`,
    )
    .onConflictDoUpdate({
      target: [captureDays.accountId, captureDays.day, captureDays.keyId],
      set: {
        completed: sql`${captureDays.completed} + excluded.completed`,
        failed: sql`${captureDays.failed} + excluded.failed`,
        durations: counts.merged,
      },
    });
}

/** An account has about one row for each active key and day. */
const MAX_ROWS = 9_000;

/** Returns the counts of an account from the day `since` on, newest first. */
export function selectCaptureDays(
  db: Database,
  accountId: string,
  since: string,
): Promise<CaptureDay[]> {
  const { accountId: _, ...columns } = getTableColumns(captureDays);
  return db
    .select(columns)
    .from(captureDays)
    .where(and(eq(captureDays.accountId, accountId), gte(captureDays.day, since)))
    .orderBy(desc(captureDays.day))
    .limit(MAX_ROWS);
}

/** Returns the names of the account's keys among `ids`, revoked ones included. */
export async function selectKeyNames(
  db: Database,
  accountId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const keys = await db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(
      and(
        // One parameter for all ids: D1 limits a statement to 100 parameters.
        sql`${apiKeys.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(apiKeys.accountId, accountId),
      ),
    );
  return new Map(keys.map(({ id, name }) => [id, name]));
}

/** Deletes at most `limit` rows of days before `day`. */
export async function deleteCaptureDays(db: Database, day: string, limit: number): Promise<void> {
  const rowid = sql`capture_days.rowid`;
  const old = db.select({ rowid }).from(captureDays).where(lt(captureDays.day, day)).limit(limit);
  await db.delete(captureDays).where(inArray(rowid, old));
}
