// Queries on batches: taken in whole or not at all, ended once.
import { and, eq, exists, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { reserveCredits, selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { claimKey, holdsKey, type KeyClaim } from "./idempotency.ts";
import {
  type Announced,
  announceBatches,
  announceScreenshots,
  announceThresholds,
  thresholdIdOf,
} from "./outbox.ts";
import { batches, screenshots, unfinished } from "./schema.ts";
import { type NewScreenshot, recordValues } from "./screenshots.ts";

type NewBatch = Omit<typeof batches.$inferInsert, "endedAt">;

/** What differs between the records of a batch. */
type Row = Pick<NewScreenshot, "id" | "url" | "foldedUrl"> & { cacheKey: string | undefined };

/**
 * Inserts a batch and its records together with the credits they cost. `used`: the credits used in their month then, or
 * undefined when `limit` does not leave all of them. `claimed`: false when `claim` came too late, for its key stands for
 * another record. Unless both are well there is no batch, and nothing is charged. `announced`: deliveries
 * to send.
 */
export async function insertChargedBatch(
  db: Database,
  batch: NewBatch,
  shared: Omit<NewScreenshot, keyof Row>,
  rows: Row[],
  limit: number,
  claim?: KeyClaim,
) {
  const { accountId, creditMonth: month } = shared;
  const thresholdId = await thresholdIdOf(accountId, month);
  const order = sql.param(batch.order, batches.order);
  const createdAt = sql.param(batch.createdAt, batches.createdAt);
  // Two parameters for all rows: D1 takes no more than 100 a statement, and none over 2,000,000 bytes.
  const middle = Math.ceil(rows.length / 2);
  const [first, second] = [rows.slice(0, middle), rows.slice(middle)].map((half) =>
    JSON.stringify(half),
  );
  const all = sql`(SELECT value FROM json_each(${first}) UNION ALL SELECT value FROM json_each(${second}))`;
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
  const reserve = reserveCredits(
    db,
    { accountId, month, count: rows.length, limit },
    claim && holdsKey(claim),
  );
  const inserts = [
    db
      .insert(batches)
      .select(
        sql`SELECT ${batch.id}, ${accountId}, ${order}, ${createdAt}, NULL WHERE changes() > 0`,
      ),
    db.insert(screenshots).select(sql`SELECT ${values} FROM ${all} WHERE ${exists(taken)}`),
    announceScreenshots(
      db,
      "screenshot.created",
      eq(screenshots.batchId, batch.id),
      batch.createdAt,
    ),
    announceThresholds(db, { accountId, month, limit, thresholdId }, batch.createdAt),
  ] as const;
  if (claim === undefined) {
    const [reserved, , , ...events] = await db.batch([reserve, ...inserts]);
    return { claimed: true, used: reserved[0]?.used, announced: events.flat() };
  }
  const [claims, reserved, , , ...events] = await db.batch([
    claimKey(db, claim),
    reserve,
    ...inserts,
  ]);
  return { claimed: claims.length > 0, used: reserved[0]?.used, announced: events.flat() };
}

/**
 * The records of the batch that one of them belongs to, deleted or not, in the order of its URLs, and the account's
 * credits used in the month.
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

/** `announced`: deliveries to send. */
export type EndedBatches = { ids: string[]; announced: Announced[] };

/** Marks a batch ended when all of its records have. Says so to one caller only. */
export function endBatch(db: Database, id: string, endedAt: Date): Promise<EndedBatches> {
  return endBatchesWhere(db, eq(batches.id, id), endedAt);
}

/** The same for every batch; returns those that it has marked. */
export function endBatches(db: Database, endedAt: Date): Promise<EndedBatches> {
  return endBatchesWhere(db, undefined, endedAt);
}

async function endBatchesWhere(
  db: Database,
  which: SQL | undefined,
  endedAt: Date,
): Promise<EndedBatches> {
  const open = db
    .select({ there: sql`1` })
    .from(screenshots)
    .where(and(eq(screenshots.batchId, batches.id), unfinished));
  const endNow = and(isNull(batches.endedAt), which, notExists(open));
  const [announced, ended] = await db.batch([
    announceBatches(db, endNow, endedAt),
    db.update(batches).set({ endedAt, order: null }).where(endNow).returning({ id: batches.id }),
  ]);
  return { ids: ended.map(({ id }) => id), announced };
}
