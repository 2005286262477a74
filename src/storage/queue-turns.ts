// Schedules queued captures: accounts take turns, regardless of the number of captures that each has waiting.
import { and, eq, exists, isNull, or, sql } from "drizzle-orm";
import type { QueuedCapture } from "../contract/queued-capture.ts";
import type { Database } from "./database.ts";
import { accounts, batches, screenshots } from "./schema.ts";

/** Selects pending captures without an attempt. A retry starts from a separate message after its delay. */
const fresh = and(
  eq(screenshots.batchId, batches.id),
  eq(screenshots.status, "pending"),
  isNull(screenshots.deletedAt),
  eq(screenshots.attempts, 0),
);

/**
 * Assigns this turn to the waiting account that was served least recently. At a tie, prefers the account of this capture.
 * Returns the selected account, or undefined if this capture is not pending.
 */
export async function takeTurn(
  db: Database,
  screenshotId: string,
  now: Date,
): Promise<{ accountId: string; isOwn: boolean } | undefined> {
  const own = db
    .select({ accountId: screenshots.accountId })
    .from(screenshots)
    .where(
      and(
        eq(screenshots.id, screenshotId),
        eq(screenshots.status, "pending"),
        isNull(screenshots.deletedAt),
      ),
    );
  const waiting = db
    .select({ found: sql`1` })
    .from(screenshots)
    .where(fresh);
  const isOwn = sql`${batches.accountId} = ${own}`;
  const next = db
    .select({ accountId: batches.accountId })
    .from(batches)
    .innerJoin(accounts, eq(accounts.id, batches.accountId))
    .where(and(isNull(batches.endedAt), exists(own), or(isOwn, exists(waiting))))
    .orderBy(accounts.queueTurnAt, sql`${isOwn} DESC`)
    .limit(1);
  const [[turn], [owner]] = await db.batch([
    db
      .update(accounts)
      .set({ queueTurnAt: now })
      .where(eq(accounts.id, next))
      .returning({ accountId: accounts.id }),
    own,
  ]);
  return turn && { ...turn, isOwn: turn.accountId === owner?.accountId };
}

/** Returns the account's oldest waiting capture, in the form of its message. */
export async function findWaiting(
  db: Database,
  accountId: string,
): Promise<QueuedCapture | undefined> {
  const [first] = await db
    .select({ screenshotId: screenshots.id, order: batches.order })
    .from(batches)
    .innerJoin(screenshots, fresh)
    .where(and(eq(batches.accountId, accountId), isNull(batches.endedAt)))
    .orderBy(batches.createdAt, sql`${screenshots}.rowid`)
    .limit(1);
  if (first === undefined || first.order === null) return undefined;
  return { screenshotId: first.screenshotId, ...first.order };
}
