// Queries that compare counters and images with the records.
import { and, asc, count, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, screenshots, storedBytes } from "./schema.ts";

/** The counters of an account, and the values that follow from its records. */
export type CounterCheck = {
  accountId: string;
  storage: { counted: number; kept: number };
  credits: { counted: number; owed: number };
};

/**
 * Checks one group of `size` accounts. `round` increases by one with each call, and selects the next group. An account is
 * checked again after `pause` rounds or more.
 */
export async function checkCounters(
  db: Database,
  {
    round,
    pause,
    size,
    month,
    monthBegan,
  }: { round: number; pause: number; size: number; month: string; monthBegan: Date },
): Promise<CounterCheck[]> {
  const [all] = await db.select({ accounts: count() }).from(accounts);
  const groups = Math.max(pause, Math.ceil((all?.accounts ?? 0) / size));
  const group = db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.id))
    .limit(size)
    .offset((round % groups) * size);
  const began = monthBegan.getTime();
  // One statement sees one state of the database. Plain SQL, because drizzle omits the table from column names.
  const checked = await db
    .select({
      accountId: accounts.id,
      counted: accounts.storageUsedBytes,
      kept: sql<number>`(SELECT coalesce(sum(${storedBytes}), 0) FROM screenshots WHERE account_id = accounts.id
        AND status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL)`,
      used: sql<number>`coalesce((SELECT used FROM credits WHERE account_id = accounts.id AND month = ${month}), 0)`,
      owed: sql<number>`(SELECT coalesce(sum(cost), 0) FROM screenshots WHERE account_id = accounts.id
        AND created_at >= ${began} AND status <> 'failed')`,
    })
    .from(accounts)
    .where(inArray(accounts.id, group));
  return checked.map(({ accountId, counted, kept, used, owed }) => ({
    accountId,
    storage: { counted, kept },
    credits: { counted: used, owed },
  }));
}

/** Returns the images that these records have or are about to have, as id → key. */
export async function selectKeptImages(db: Database, ids: string[]): Promise<Map<string, string>> {
  const kept = await db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(screenshots)
    .where(
      and(
        // One parameter for all ids: D1 limits a statement to 100 parameters.
        sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        inArray(screenshots.status, ["processing", "completed"]),
        isNull(screenshots.deletedAt),
      ),
    );
  return new Map(kept.flatMap(({ id, imageKey }) => (imageKey === null ? [] : [[id, imageKey]])));
}
