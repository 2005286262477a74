// Statements on monthly credits. Most are part of a batch, which D1 runs as one transaction.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { credits, screenshots, unfinished } from "./schema.ts";

export type Reservation = { accountId: string; month: string; count: number; limit: number };

/**
 * Reserves `count` credits if that many are left and `condition` is true. Returns the number of used credits, or no row if
 * nothing is reserved.
 */
export function reserveCredits(
  db: Database,
  { accountId, month, count, limit }: Reservation,
  condition: SQL = sql`TRUE`,
) {
  return db
    .insert(credits)
    .select(
      sql`SELECT ${accountId}, ${month}, ${count} WHERE ${count} <= ${limit} AND ${condition}`,
    )
    .onConflictDoUpdate({
      target: [credits.accountId, credits.month],
      set: { used: sql`${credits.used} + ${count}` },
      setWhere: sql`${credits.used} + ${count} <= ${limit}`,
    })
    .returning({ used: credits.used });
}

/**
 * Refunds the credit of every unfinished screenshot that matches `which`. Must run before the statement that finishes these
 * screenshots, in the same batch. Finished screenshots do not match, so no credit is refunded twice.
 */
export function refundUnfinished(db: Database, which: SQL) {
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
      .set({ used: sql`max(0, ${credits.used} - ${owed.count})` })
      .from(owed)
      .where(and(eq(credits.accountId, owed.accountId), eq(credits.month, owed.month)))
  );
}

/** Selects the credits that an account used in a month. */
export function selectUsedCredits(db: Database, accountId: string, month: string) {
  return db
    .select({ used: credits.used })
    .from(credits)
    .where(and(eq(credits.accountId, accountId), eq(credits.month, month)));
}
