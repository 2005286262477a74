// Queries that hold counters and images against the records.
import { and, asc, count, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, screenshots } from "./schema.ts";

/** Counters of an account, and what its records say they should be. */
export type CounterCheck = {
  accountId: string;
  storage: { counted: number; kept: number };
  credits: { counted: number; owed: number };
};

/**
 * `round` goes up by one each time. All accounts are looked at, `size` of them at once, one group after another, and none
 * again before `pause` rounds have passed.
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
  // One statement, so that nothing can happen in between; drizzle would leave the table out of a column's name.
  const checked = await db
    .select({
      accountId: accounts.id,
      counted: accounts.storageUsedBytes,
      kept: sql<number>`(SELECT coalesce(sum(file_size), 0) FROM screenshots WHERE account_id = accounts.id
        AND status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL)`,
      used: sql<number>`coalesce((SELECT used FROM credits WHERE account_id = accounts.id AND month = ${month}), 0)`,
      owed: sql<number>`(SELECT count(*) FROM screenshots WHERE account_id = accounts.id
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

/** The images that these records have, or are about to have: id → key. */
export async function selectKeptImages(db: Database, ids: string[]): Promise<Map<string, string>> {
  const kept = await db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(screenshots)
    .where(
      and(
        // One parameter for all: D1 takes no more than 100 a statement.
        sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        inArray(screenshots.status, ["processing", "completed"]),
        isNull(screenshots.deletedAt),
      ),
    );
  return new Map(kept.flatMap(({ id, imageKey }) => (imageKey === null ? [] : [[id, imageKey]])));
}
