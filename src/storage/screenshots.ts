// Queries on screenshot records. What moves a credit or bytes of storage goes with the record in one transaction.
import { and, eq, getTableColumns, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { refundUnfinished, reserveCredits, selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { claimKey, holdsKey, type KeyClaim } from "./idempotency.ts";
import {
  type Announced,
  announceScreenshots,
  announceThresholds,
  thresholdIdOf,
} from "./outbox.ts";
import { selectUnderWay, type CacheQuery } from "./capture-cache.ts";
import { accounts, type FailureCode, screenshots, unfinished } from "./schema.ts";

export type Screenshot = typeof screenshots.$inferSelect;

export type NewScreenshot = typeof screenshots.$inferInsert;

export type Completion = Pick<
  Screenshot,
  | "fileSize"
  | "width"
  | "height"
  | "httpStatus"
  | "truncated"
  | "blocked"
  | "processingTimeMs"
  | "updatedAt"
> & {
  /** Whether the image is where the record says, and stays there; otherwise the record forgets the place. */
  stored: boolean;
};

export type Failure = { errorCode: FailureCode; errorMessage: string; updatedAt: Date };

/**
 * Inserts a record together with the credit it costs. `used`: the credits used in its month then, or undefined when
 * `limit` leaves none, or when a capture of what is `awaited` is under way. `claimed`: false when `claim` came too late,
 * for its key stands for another record. Unless both are well there is no record, and nothing is charged. `announced`:
 * deliveries to send.
 */
export async function insertCharged(
  db: Database,
  record: NewScreenshot,
  limit: number,
  claim?: KeyClaim,
  awaited?: CacheQuery,
) {
  const { accountId, creditMonth: month, createdAt } = record;
  const thresholdId = await thresholdIdOf(accountId, month);
  const reserve = reserveCredits(
    db,
    { accountId, month, count: 1, limit },
    and(claim && holdsKey(claim), awaited && notExists(selectUnderWay(db, awaited, createdAt))),
  );
  const insert = db.insert(screenshots).select(recordWhere(record, sql`changes() > 0`));
  const created = announceScreenshots(
    db,
    "screenshot.created",
    eq(screenshots.id, record.id),
    createdAt,
  );
  const thresholds = announceThresholds(db, { accountId, month, limit, thresholdId }, createdAt);
  if (claim === undefined) {
    const [reserved, , ...events] = await db.batch([reserve, insert, created, thresholds]);
    return { claimed: true, used: reserved[0]?.used, announced: events.flat() };
  }
  const [claims, reserved, , ...events] = await db.batch([
    claimKey(db, claim),
    reserve,
    insert,
    created,
    thresholds,
  ]);
  return { claimed: claims.length > 0, used: reserved[0]?.used, announced: events.flat() };
}

/** A record's values as a query, because only a query can have a condition. */
function recordWhere(record: NewScreenshot, condition: SQL): SQL {
  return sql`SELECT ${recordValues(record)} WHERE ${condition}`;
}

/** A value for each column, in the table's order; `computed` says which are expressions. */
export function recordValues(
  record: Partial<NewScreenshot>,
  computed: Partial<Record<keyof NewScreenshot, SQL>> = {},
): SQL {
  const values = Object.entries(getTableColumns(screenshots)).map(([name, column]) => {
    const key = name as keyof NewScreenshot; // the keys of both are the table's columns
    const value = record[key] ?? column.default;
    return computed[key] ?? (value == null ? sql`NULL` : sql.param(value, column));
  });
  return sql.join(values, sql`, `);
}

/** Who ends a record: the one attempt that stores its image at this place. Another may have taken over since. */
export type CaptureAttempt = { id: string; imageKey: string };

/**
 * Ends a record well and counts its bytes. `record` is what became of it: undefined when it had ended already, is
 * another attempt's now, or was deleted while its image was to stay: then it has no end yet.
 */
export async function completeScreenshot(
  db: Database,
  attempt: CaptureAttempt,
  { stored, ...facts }: Completion,
) {
  const ended = sql`${mayBeEndedBy(attempt)} AND (${!stored} OR ${isNull(screenshots.deletedAt)})`;
  const keeper = db.select({ id: screenshots.accountId }).from(screenshots).where(ended);
  const countBytes = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} + ${stored ? facts.fileSize : 0}` })
    .where(eq(accounts.id, keeper));
  const announce = announceScreenshots(db, "screenshot.completed", ended, facts.updatedAt, {
    ...facts,
    status: "completed",
    ...(stored ? {} : { imageKey: null }),
  });
  const complete = db
    .update(screenshots)
    .set({
      ...facts,
      status: "completed",
      ...(stored ? {} : { imageKey: null }),
    })
    .where(ended)
    .returning();
  const [, announced, [record]] = await db.batch([countBytes, announce, complete]);
  return { record, announced };
}

/** Ends a record badly and gives its credit back, once: none `failed` when it had ended already or is another attempt's. */
export function failScreenshot(db: Database, attempt: CaptureAttempt, failure: Failure) {
  return failWhere(db, mayBeEndedBy(attempt), failure);
}

/** Whether the record is completed with this very image, which then must stay. */
export async function keepsImage(db: Database, attempt: CaptureAttempt): Promise<boolean> {
  const kept = await db.select({ id: screenshots.id }).from(screenshots).where(isKeptBy(attempt));
  return kept.length > 0;
}

/** Notes that a thumbnail stands beside the image; false when the image is not to stay, and the thumbnail neither. */
export async function addThumbnail(db: Database, attempt: CaptureAttempt): Promise<boolean> {
  const kept = await db
    .update(screenshots)
    .set({ hasThumbnail: true })
    .where(isKeptBy(attempt))
    .returning({ id: screenshots.id });
  return kept.length > 0;
}

function isKeptBy({ id, imageKey }: CaptureAttempt) {
  return and(
    eq(screenshots.id, id),
    eq(screenshots.imageKey, imageKey),
    eq(screenshots.status, "completed"),
    isNull(screenshots.deletedAt),
  );
}

function mayBeEndedBy({ id, imageKey }: CaptureAttempt): SQL {
  return sql`${eq(screenshots.id, id)} AND ${eq(screenshots.imageKey, imageKey)} AND ${unfinished}`;
}

/** A record that has just failed; `imageKey`: where its image may be. */
export type Failed = Pick<Screenshot, "id" | "imageKey" | "batchId">;

/** Fails and refunds every unfinished record that `which` names; returns them, and the deliveries to send. */
export async function failWhere(
  db: Database,
  which: SQL,
  failure: Failure,
): Promise<{ failed: Failed[]; announced: Announced[] }> {
  const fail = db
    .update(screenshots)
    .set({ ...failure, status: "failed" })
    .where(and(unfinished, which))
    .returning({
      id: screenshots.id,
      imageKey: screenshots.imageKey,
      batchId: screenshots.batchId,
    });
  const announce = announceScreenshots(
    db,
    "screenshot.failed",
    sql`${unfinished} AND ${which}`,
    failure.updatedAt,
    { status: "failed", imageKey: null, errorMessage: failure.errorMessage },
  );
  const [, announced, failed] = await db.batch([refundUnfinished(db, which), announce, fail]);
  return { failed, announced };
}

/** A record of the account, deleted or not, and the account's credits used in the month. */
export async function findWithCredits(
  db: Database,
  { id, accountId, month }: { id: string; accountId: string; month: string },
) {
  const [[record], [credits]] = await db.batch([
    db
      .select()
      .from(screenshots)
      .where(and(eq(screenshots.id, id), eq(screenshots.accountId, accountId))),
    selectUsedCredits(db, accountId, month),
  ]);
  return record && { record, used: credits?.used ?? 0 };
}
