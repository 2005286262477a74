// Queries on records whose captures wait in the queue: taken up, put back, taken from whoever was lost with them.
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { batches, screenshots, unfinished } from "./schema.ts";
import { type AttemptId, type Failure, failWhere, type Screenshot } from "./screenshots.ts";

/** `deadlineAt`: when the attempt counts as lost. */
type Claim = AttemptId & { now: Date; deadlineAt: Date; maxAttempts: number };

/**
 * Moves a record from pending, or from an attempt that is lost, to processing. `claimed` is undefined when it is not
 * to be begun; `before` is what it was a moment earlier, undefined when there is no such record.
 */
export async function claimScreenshot(
  db: Database,
  { id, imageKey, now, deadlineAt, maxAttempts }: Claim,
): Promise<{ before: Screenshot | undefined; claimed: Screenshot | undefined }> {
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
  const [[before], [claimed]] = await db.batch([
    db.select().from(screenshots).where(eq(screenshots.id, id)),
    claim,
  ]);
  return { before, claimed };
}

/**
 * Puts a record back to pending; false when it has ended or is another attempt's. `counts`: whether the attempt is one
 * of those that a record has.
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

/** Fails and refunds these records unless they have ended. */
export function failUnfinished(db: Database, ids: string[], failure: Failure) {
  return failWhere(db, inArray(screenshots.id, ids), failure);
}

/**
 * Fails and refunds what is past its deadline and not to be tried again: single captures, captures of batches that
 * were begun `maxAttempts` times, were deleted, or were accepted before `acceptedBefore`.
 */
export function failOverdue(
  db: Database,
  failure: Failure,
  limits: { maxAttempts: number; acceptedBefore: Date; atMost: number },
) {
  const isHopeless = or(
    isNull(screenshots.batchId),
    isNotNull(screenshots.deletedAt),
    gte(screenshots.attempts, limits.maxAttempts),
    lt(screenshots.createdAt, limits.acceptedBefore),
  );
  const hopeless = overdue(db, failure.updatedAt, limits.atMost, isHopeless);
  return failWhere(db, inArray(screenshots.id, hopeless), failure);
}

/**
 * Puts captures of batches past their deadline back to pending, until `deadlineAt`. Returns them with what their
 * messages carried; `imageKey` is the place that the lost attempt stored at.
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

/** The ids of unfinished records past their deadline, longest overdue first. */
function overdue(db: Database, now: Date, atMost: number, which: SQL | undefined) {
  return db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(and(unfinished, lt(screenshots.deadlineAt, now), which))
    .orderBy(screenshots.deadlineAt)
    .limit(atMost);
}
