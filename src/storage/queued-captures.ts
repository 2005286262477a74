// Queries on queued captures: claim, release, and recover captures whose attempt was lost.
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, batches, screenshots, unfinished } from "./schema.ts";
import { type AttemptId, type Failure, failWhere } from "./screenshots.ts";

/** `deadlineAt`: when the attempt counts as lost. */
type Claim = AttemptId & { now: Date; deadlineAt: Date; maxAttempts: number };

/**
 * Moves a record to processing if it is pending or if its attempt is lost. `claimed` is undefined if the capture must not
 * start. `before` is the record before the claim, undefined if it does not exist. `storage`: that of its account; `limitBytes` is
 * null for the limit of the plan.
 */
export async function claimScreenshot(
  db: Database,
  { id, imageKey, now, deadlineAt, maxAttempts }: Claim,
) {
  const isFree = or(
    eq(screenshots.status, "pending"),
    and(eq(screenshots.status, "processing"), lt(screenshots.deadlineAt, now)),
  );
  const claim = db
    .update(screenshots)
    .set({
      status: "processing",
      attempts: sql`${screenshots.attempts} + 1`,
      imageKey,
      deadlineAt,
      updatedAt: now,
    })
    .where(
      and(
        eq(screenshots.id, id),
        isFree,
        isNull(screenshots.deletedAt),
        lt(screenshots.attempts, maxAttempts),
      ),
    )
    .returning();
  const [[before], [claimed], [storage]] = await db.batch([
    db.select().from(screenshots).where(eq(screenshots.id, id)),
    claim,
    db
      .select({
        plan: accounts.plan,
        usedBytes: accounts.storageUsedBytes,
        limitBytes: accounts.storageBytes,
      })
      .from(screenshots)
      .innerJoin(accounts, eq(accounts.id, screenshots.accountId))
      .where(eq(screenshots.id, id)),
  ]);
  return { before, claimed, storage };
}

/**
 * Moves a record back to pending. Returns false if it is finished or claimed by another attempt. `counts`: whether the attempt
 * counts towards the maximum.
 */
export async function releaseScreenshot(
  db: Database,
  { id, imageKey }: AttemptId,
  { counts, ...changes }: { counts: boolean; deadlineAt: Date; updatedAt: Date },
): Promise<boolean> {
  const released = await db
    .update(screenshots)
    .set({
      ...changes,
      status: "pending",
      imageKey: null,
      attempts: sql`${screenshots.attempts} - ${counts ? 0 : 1}`,
    })
    .where(
      and(
        eq(screenshots.id, id),
        eq(screenshots.imageKey, imageKey),
        eq(screenshots.status, "processing"),
      ),
    )
    .returning({ id: screenshots.id });
  return released.length > 0;
}

/** Fails and refunds these records, except finished ones. */
export function failUnfinished(db: Database, ids: string[], failure: Failure) {
  return failWhere(db, inArray(screenshots.id, ids), failure);
}

/**
 * Fails and refunds overdue captures that are not retried. These are interactive captures, and batch captures that are
 * deleted, have used `maxAttempts` attempts, or were accepted before `acceptedBefore`.
 */
export function failOverdue(
  db: Database,
  failure: Failure,
  limits: { maxAttempts: number; acceptedBefore: Date; atMost: number },
) {
  const isFinal = or(
    isNull(screenshots.batchId),
    isNotNull(screenshots.deletedAt),
    gte(screenshots.attempts, limits.maxAttempts),
    lt(screenshots.createdAt, limits.acceptedBefore),
  );
  const final = overdue(db, failure.updatedAt, limits.atMost, isFinal);
  return failWhere(db, inArray(screenshots.id, final), failure);
}

/**
 * Moves overdue captures of batches back to pending, with a new deadline. Returns them with the content of their messages.
 * `imageKey`: where the lost attempt may have stored an image.
 */
export async function returnOverdue(
  db: Database,
  now: Date,
  { deadlineAt, atMost }: { deadlineAt: Date; atMost: number },
) {
  const lost = overdue(db, now, atMost, isNotNull(screenshots.batchId));
  const [returned] = await db.batch([
    db
      .select({ id: screenshots.id, imageKey: screenshots.imageKey, order: batches.order })
      .from(screenshots)
      .innerJoin(batches, eq(batches.id, screenshots.batchId))
      .where(inArray(screenshots.id, lost)),
    db
      .update(screenshots)
      .set({ status: "pending", imageKey: null, deadlineAt, updatedAt: now })
      .where(inArray(screenshots.id, lost)),
  ]);
  return returned;
}

/** Selects the ids of unfinished records past their deadline, longest overdue first. */
function overdue(db: Database, now: Date, atMost: number, which: SQL | undefined) {
  return db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(and(unfinished, lt(screenshots.deadlineAt, now), which))
    .orderBy(screenshots.deadlineAt)
    .limit(atMost);
}
