// Queries on screenshot records. Credits and stored bytes change in the same transaction as the record.
import { and, eq, getTableColumns, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";
import { type CacheQuery, selectInProgress } from "./capture-cache.ts";
import { type Charge, chargeAndInsert } from "./charges.ts";
import { countCompleted, countFailed } from "./capture-days.ts";
import { refundUnfinished, selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import type { KeyClaim } from "./idempotency.ts";
import { limitFailure } from "./limit-failure.ts";
import { limitedFoldedUrl, limitOptions } from "./failed-options.ts";
import { type Announced, announceScreenshots } from "./outbox.ts";
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
  | "scrolled"
  | "blocked"
  | "page"
  | "pages"
  | "foldedPage"
  | "updatedAt"
> & {
  processingTimeMs: number;
  /** Whether the image stays in storage. Otherwise the record loses its image key. */
  stored: boolean;
};

export type Failure = {
  errorCode: FailureCode;
  errorMessage: string;
  errorDetails?: ErrorDetails | undefined;
  updatedAt: Date;
};

/**
 * Inserts a record together with the credit it costs. Refuses if all credits of `limit` are used, or if a capture that
 * matches `unlessInProgress` is in progress.
 */
export function insertCharged(
  db: Database,
  record: NewScreenshot,
  {
    limit,
    claim,
    unlessInProgress: query,
  }: {
    limit: number;
    claim: KeyClaim | undefined;
    unlessInProgress: CacheQuery | undefined;
  },
): Promise<Charge> {
  const { accountId, creditMonth: month, createdAt } = record;
  const condition = query && notExists(selectInProgress(db, query, createdAt));
  const insert = db
    .insert(screenshots)
    .select(sql`SELECT ${recordValues(record)} WHERE changes() > 0`);
  const cost = { accountId, month, count: 1, limit, createdAt, claim, condition };
  return chargeAndInsert(db, cost, [insert], eq(screenshots.id, record.id));
}

/** Returns a value for each column, in the order of the table. `computed` replaces values with expressions. */
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

/** Identifies an attempt. Only the attempt whose image key the record contains may finish the record. */
export type AttemptId = { id: string; imageKey: string };

/**
 * Completes a record and counts its bytes. `record` is undefined if the record was already finished or another attempt has
 * claimed it. It is also undefined if the record was deleted and `stored` is true: a deleted record cannot keep an image
 * and remains unfinished.
 */
export async function completeScreenshot(
  db: Database,
  attempt: AttemptId,
  { stored, ...facts }: Completion,
) {
  const completable = sql`${isFinishableBy(attempt)} AND (${!stored} OR ${isNull(screenshots.deletedAt)})`;
  const owner = db.select({ id: screenshots.accountId }).from(screenshots).where(completable);
  const countBytes = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} + ${stored ? facts.fileSize : 0}` })
    .where(eq(accounts.id, owner));
  const announce = announceScreenshots(db, "screenshot.completed", completable, facts.updatedAt, {
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
    .where(completable)
    .returning();
  const count = countCompleted(db, completable, facts.processingTimeMs);
  const [, , announced, [record]] = await db.batch([countBytes, count, announce, complete]);
  return { record, announced };
}

/** Fails a record and refunds its credit, once. `failed` is empty if it was finished or claimed by another attempt. */
export function failScreenshot(db: Database, attempt: AttemptId, failure: Failure) {
  return failWhere(db, isFinishableBy(attempt), failure);
}

/** Returns whether the record is completed with the image of this attempt. */
export async function hasImage(db: Database, attempt: AttemptId): Promise<boolean> {
  const found = await db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(hasImageOf(attempt));
  return found.length > 0;
}

/** Records that the image has a thumbnail. Returns false if the record does not contain the image of this attempt. */
export async function addThumbnail(db: Database, attempt: AttemptId): Promise<boolean> {
  const found = await db
    .update(screenshots)
    .set({ hasThumbnail: true })
    .where(hasImageOf(attempt))
    .returning({ id: screenshots.id });
  return found.length > 0;
}

function hasImageOf({ id, imageKey }: AttemptId) {
  return and(
    eq(screenshots.id, id),
    eq(screenshots.imageKey, imageKey),
    eq(screenshots.status, "completed"),
    isNull(screenshots.deletedAt),
  );
}

function isFinishableBy({ id, imageKey }: AttemptId): SQL {
  return sql`${eq(screenshots.id, id)} AND ${eq(screenshots.imageKey, imageKey)} AND ${unfinished}`;
}

/** Errors that no page and no option causes. */
const FAULTS_OF_SERVICE: ReadonlySet<string> = new Set([
  "service_unavailable",
  "internal_error",
] satisfies ErrorCode[]);

/** A record that has just failed. `imageKey`: where a lost attempt may have stored an image. */
export type Failed = Pick<Screenshot, "id" | "imageKey" | "batchId">;

/** Fails and refunds every unfinished record that matches `which`, and omits its long parts. `announced`: the deliveries to send. */
export async function failWhere(
  db: Database,
  which: SQL,
  failure: Failure,
): Promise<{ failed: Failed[]; announced: Announced[] }> {
  const limited = limitFailure(failure);
  const { errorCode, errorMessage, errorDetails = null } = limited;
  const fail = db
    .update(screenshots)
    .set({
      ...limited,
      ...limitOptions(errorDetails),
      foldedUrl: limitedFoldedUrl,
      status: "failed",
    })
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
    { status: "failed", imageKey: null, errorCode, errorMessage, errorDetails },
  );
  const [, , announced, failed] = await db.batch([
    refundUnfinished(db, which, !FAULTS_OF_SERVICE.has(errorCode)),
    countFailed(db, sql`${unfinished} AND ${which}`),
    announce,
    fail,
  ]);
  return { failed, announced };
}

/** Returns a record of the account, even if deleted, and the credits that the account used in the month. */
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
