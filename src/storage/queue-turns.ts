// Schedules queued captures: accounts take turns, regardless of the number of captures that each has waiting.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { QueuedCapture } from "../contract/queued-capture.ts";
import type { Database } from "./database.ts";
import { accounts, batches, openBatch, screenshots } from "./schema.ts";

/** Selects pending captures without an attempt. A retry starts from a separate message after its delay. */
const fresh = and(
  eq(screenshots.batchId, batches.id),
  eq(screenshots.status, "pending"),
  isNull(screenshots.deletedAt),
  eq(screenshots.attempts, 0),
);

/**
 * Assigns this turn to the waiting account that was served least recently. At a tie, prefers the account of this capture.
 * Returns the selected account, or undefined if this capture is not pending. Reads a few rows for each account with open
 * batches, because monitors can open thousands of batches in a minute.
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
    .from(batches)
    .innerJoin(screenshots, fresh)
    .where(and(eq(batches.accountId, sql`open.id`), openBatch));
  // Each step of the recursion finds the next account in the index of open batches.
  const next = sql`(WITH RECURSIVE open(id) AS (
      SELECT min(account_id) FROM batches WHERE ${openBatch}
      UNION ALL
      SELECT (SELECT min(account_id) FROM batches WHERE ${openBatch} AND account_id > open.id)
      FROM open WHERE open.id IS NOT NULL
    ), own(id) AS ${own}
    SELECT open.id FROM open CROSS JOIN own CROSS JOIN accounts ON accounts.id = open.id
    WHERE open.id = own.id OR EXISTS ${waiting}
    ORDER BY accounts.queue_turn_at, open.id = own.id DESC LIMIT 1)`;
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
    .where(and(eq(batches.accountId, accountId), openBatch))
    .orderBy(batches.createdAt, sql`${screenshots}.rowid`)
    .limit(1);
  if (first === undefined || first.order === null) return undefined;
  return { screenshotId: first.screenshotId, ...first.order };
}
