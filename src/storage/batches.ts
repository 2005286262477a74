// Queries on batches: taken in whole or not at all, ended once.
import { and, eq, exists, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { reserveCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { batches, screenshots, unfinished } from "./schema.ts";
import { type NewScreenshot, recordValues } from "./screenshots.ts";

type NewBatch = Omit<typeof batches.$inferInsert, "endedAt">;

/** What differs between the records of a batch. */
type Row = Pick<NewScreenshot, "id" | "url" | "foldedUrl"> & { cacheKey: string | undefined };

/**
 * Inserts a batch and its records together with the credits they cost. Returns the credits used in their month then,
 * or undefined when `limit` does not leave all of them: in that case there is no batch either.
 */
export async function insertChargedBatch(
  db: Database,
  batch: NewBatch,
  shared: Omit<NewScreenshot, keyof Row>,
  rows: Row[],
  limit: number,
): Promise<number | undefined> {
  const { accountId, creditMonth: month } = shared;
  const order = sql.param(batch.order, batches.order);
  const createdAt = sql.param(batch.createdAt, batches.createdAt);
  // One parameter for all rows: D1 takes no more than 100 a statement.
  const values = recordValues(shared, {
    id: sql`value ->> 'id'`,
    url: sql`value ->> 'url'`,
    foldedUrl: sql`value ->> 'foldedUrl'`,
    cacheKey: sql`value ->> 'cacheKey'`,
  });
  const taken = db
    .select({ there: sql`1` })
    .from(batches)
    .where(eq(batches.id, batch.id));
  const [reserved] = await db.batch([
    reserveCredits(db, { accountId, month, count: rows.length, limit }),
    db
      .insert(batches)
      .select(
        sql`SELECT ${batch.id}, ${accountId}, ${order}, ${createdAt}, NULL WHERE changes() > 0`,
      ),
    db
      .insert(screenshots)
      .select(sql`SELECT ${values} FROM json_each(${JSON.stringify(rows)}) WHERE ${exists(taken)}`),
  ]);
  return reserved[0]?.used;
}

/** Marks a batch ended when all of its records have. Says so to one caller only. */
export async function endBatch(db: Database, id: string, endedAt: Date): Promise<boolean> {
  const ended = await endBatchesWhere(db, eq(batches.id, id), endedAt);
  return ended.length > 0;
}

/** The same for every batch; returns the ids of those that it has marked. */
export async function endBatches(db: Database, endedAt: Date): Promise<string[]> {
  return endBatchesWhere(db, undefined, endedAt);
}

async function endBatchesWhere(
  db: Database,
  which: SQL | undefined,
  endedAt: Date,
): Promise<string[]> {
  const open = db
    .select({ there: sql`1` })
    .from(screenshots)
    .where(and(eq(screenshots.batchId, batches.id), unfinished));
  const ended = await db
    .update(batches)
    .set({ endedAt, order: null })
    .where(and(isNull(batches.endedAt), which, notExists(open)))
    .returning({ id: batches.id });
  return ended.map(({ id }) => id);
}
