// Statements on monthly credits. Most are part of a batch, which D1 runs as one transaction.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { credits, screenshots, unfinished } from "./schema.ts";

export type Reservation = { accountId: string; month: string; count: number; limit: number };

/** Refunds in one month, as a multiple of the account's monthly screenshots. Every account may have at least MIN_MAX_REFUNDS. */
const REFUNDS_PER_SCREENSHOT = 10;
const MIN_MAX_REFUNDS = 1_000;

/** Returns the refunds of an account in one month after which it cannot reserve credits. `limit`: its monthly screenshots. */
export function maxRefunds(limit: number): number {
  return Math.max(MIN_MAX_REFUNDS, REFUNDS_PER_SCREENSHOT * limit);
}

/**
 * Reserves `count` credits if that many are left, the account has not received its maximum of refunds, and `condition` is true.
 * Returns the number of used credits, or no row if nothing is reserved.
 */
export function reserveCredits(
  db: Database,
  { accountId, month, count, limit }: Reservation,
  condition: SQL = sql`TRUE`,
) {
  return db
    .insert(credits)
    .select(
      sql`SELECT ${accountId}, ${month}, ${count}, 0 WHERE ${count} <= ${limit} AND ${condition}`,
    )
    .onConflictDoUpdate({
      target: [credits.accountId, credits.month],
      set: { used: sql`${credits.used} + ${count}` },
      setWhere: sql`${credits.used} + ${count} <= ${limit} AND ${credits.refunded} < ${maxRefunds(limit)}`,
    })
    .returning({ used: credits.used });
}

/**
 * Refunds the credit of every unfinished screenshot that matches `which`. Must run before the statement that finishes these
 * screenshots, in the same batch. Finished screenshots do not match, so no credit is refunded twice. `counts`: whether the
 * refunds count towards the maximum of the account.
 */
export function refundUnfinished(db: Database, which: SQL, counts: boolean) {
  const owed = db
    .select({
      accountId: screenshots.accountId,
      month: screenshots.creditMonth,
      count: sql<number>`sum(${screenshots.cost})`.as("owed_count"),
    })
    .from(screenshots)
    .where(and(unfinished, which))
    .groupBy(screenshots.accountId, screenshots.creditMonth)
    .as("owed");
  return (
    db
      .update(credits)
      // Keep the number at zero or above, because an operator may have reset the credits of the month.
      .set({
        used: sql`max(0, ${credits.used} - ${owed.count})`,
        ...(counts ? { refunded: sql`${credits.refunded} + ${owed.count}` } : {}),
      })
      .from(owed)
      .where(and(eq(credits.accountId, owed.accountId), eq(credits.month, owed.month)))
  );
}

/** Returns the refunds of an account in a month that count towards its maximum. */
export async function findRefunds(db: Database, accountId: string, month: string): Promise<number> {
  const [row] = await db
    .select({ refunded: credits.refunded })
    .from(credits)
    .where(and(eq(credits.accountId, accountId), eq(credits.month, month)));
  return row?.refunded ?? 0;
}

/** Selects the credits that an account used in a month. */
export function selectUsedCredits(db: Database, accountId: string, month: string) {
  return db
    .select({ used: credits.used })
    .from(credits)
    .where(and(eq(credits.accountId, accountId), eq(credits.month, month)));
}
