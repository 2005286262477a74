// Queries on batches. A batch is inserted completely or not at all, and ends once.
import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { type Charge, chargeAndInsert } from "./charges.ts";
import { selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import type { KeyClaim } from "./idempotency.ts";
import { type Announced, announceBatches } from "./outbox.ts";
import { batches, openBatch, randomPartOfId, screenshots, unfinished } from "./schema.ts";
import { type NewScreenshot, recordValues } from "./screenshots.ts";

type NewBatch = Omit<typeof batches.$inferInsert, "endedAt" | "monitorRunId">;

/** The columns that differ between the records of a batch. */
type Row = Pick<NewScreenshot, "id" | "url" | "foldedUrl"> & { cacheKey: string | undefined };

/** Inserts a batch and its records together with the credits they cost. Refuses if `limit` does not cover all of them. */
export function insertChargedBatch(
  db: Database,
  batch: NewBatch,
  shared: Omit<NewScreenshot, keyof Row>,
  rows: Row[],
  { limit, claim }: { limit: number; claim: KeyClaim | undefined },
): Promise<Charge> {
  const { accountId, creditMonth: month } = shared;
  const { createdAt } = batch;
  const order = sql.param(batch.order, batches.order);
  const insertBatch = db
    .insert(batches)
    .select(
      sql`SELECT ${batch.id}, ${accountId}, ${order}, ${sql.param(createdAt, batches.createdAt)}, NULL, NULL WHERE changes() > 0`,
    );
  const inserted = db
    .select({ found: sql`1` })
    .from(batches)
    .where(eq(batches.id, batch.id));
  const values = recordValues(shared, {
    id: sql`value ->> 'id'`,
    url: sql`value ->> 'url'`,
    foldedUrl: sql`value ->> 'foldedUrl'`,
    cacheKey: sql`value ->> 'cacheKey'`,
  });
  const insertRecords = db
    .insert(screenshots)
    .select(sql`SELECT ${values} FROM ${tableOf(rows)} WHERE ${exists(inserted)}`);
  const cost = { accountId, month, count: rows.length, limit, createdAt, claim };
  const created = eq(screenshots.batchId, batch.id);
  return chargeAndInsert(db, cost, [insertBatch, insertRecords], created);
}

/** Passes all rows in two parameters: D1 limits a statement to 100 parameters, and each of them to 2,000,000 bytes. */
function tableOf(rows: Row[]): SQL {
  const middle = Math.ceil(rows.length / 2);
  const [first, second] = [rows.slice(0, middle), rows.slice(middle)].map((half) =>
    JSON.stringify(half),
  );
  return sql`(SELECT value FROM json_each(${first}) UNION ALL SELECT value FROM json_each(${second}))`;
}

/**
 * Returns all records of the batch that contains `recordId`, in the order of its URLs and including deleted ones, and the
 * credits that the account used in the month.
 */
export async function findBatchWithCredits(
  db: Database,
  { recordId, accountId, month }: { recordId: string; accountId: string; month: string },
) {
  const batchId = db
    .select({ batchId: screenshots.batchId })
    .from(screenshots)
    .where(eq(screenshots.id, recordId));
  const [records, [credits]] = await db.batch([
    db
      .select({
        id: screenshots.id,
        batchId: screenshots.batchId,
        url: screenshots.url,
        errorCode: screenshots.errorCode,
        createdAt: screenshots.createdAt,
      })
      .from(screenshots)
      .where(and(eq(screenshots.batchId, batchId), eq(screenshots.accountId, accountId)))
      .orderBy(sql`rowid`),
    selectUsedCredits(db, accountId, month),
  ]);
  return { records, used: credits?.used ?? 0 };
}

/** `runIds`: runs of monitors whose capture has finished. `announced`: the deliveries to send. */
export type EndedBatches = { ids: string[]; runIds: string[]; announced: Announced[] };

/** Marks a batch as ended if all of its records are finished. Only the call that marks it returns its id. */
export function endBatch(db: Database, id: string, endedAt: Date): Promise<EndedBatches> {
  return endBatchesWhere(db, eq(batches.id, id), endedAt);
}

/**
 * Marks batches as ended whose records are all finished. Considers at most `atMost` open batches, in the order of the random
 * parts of their ids, from `start` on and then from the first one. Returns the ids of the batches that it marked.
 */
export async function endBatches(
  db: Database,
  endedAt: Date,
  { start, atMost }: { start: string; atMost: number },
): Promise<EndedBatches> {
  const slice = (where: SQL) =>
    sql`SELECT id FROM (SELECT id FROM batches WHERE ${openBatch} AND ${where} ORDER BY ${randomPartOfId} LIMIT ${atMost})`;
  const candidates = sql`(${slice(sql`${randomPartOfId} >= ${start}`)} UNION ALL ${slice(sql`${randomPartOfId} < ${start}`)} LIMIT ${atMost})`;
  const finished = await db
    .select({ id: sql<string>`candidate.id` })
    .from(sql`${candidates} AS candidate`)
    .where(notExists(unfinishedOf(db, sql`candidate.id`)));
  if (finished.length === 0) return { ids: [], runIds: [], announced: [] };
  const ids = JSON.stringify(finished.map(({ id }) => id));
  return endBatchesWhere(
    db,
    inArray(batches.id, sql`(SELECT value FROM json_each(${ids}))`),
    endedAt,
  );
}

/** The records of a batch that are not finished. */
function unfinishedOf(db: Database, batchId: SQL) {
  return db
    .select({ found: sql`1` })
    .from(screenshots)
    .where(and(eq(screenshots.batchId, batchId), unfinished));
}

async function endBatchesWhere(db: Database, which: SQL, endedAt: Date): Promise<EndedBatches> {
  const complete = and(
    isNull(batches.endedAt),
    which,
    notExists(unfinishedOf(db, sql`${batches.id}`)),
  );
  const [announced, ended] = await db.batch([
    announceBatches(db, and(complete, isNull(batches.monitorRunId)), endedAt),
    db
      .update(batches)
      .set({ endedAt, order: null })
      .where(complete)
      .returning({ id: batches.id, runId: batches.monitorRunId }),
  ]);
  return {
    ids: ended.map(({ id }) => id),
    runIds: ended.flatMap(({ runId }) => runId ?? []),
    announced,
  };
}
