// Statements on the credits of a month. Most are parts of a batch, which D1 runs as one transaction.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { credits, screenshots, unfinished } from "./schema.ts";

export type Reservation = { accountId: string; month: string; count: number; limit: number };

/**
 * Takes `count` credits if all of them are left and `condition` holds, and returns how many are used then; otherwise
 * no row.
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
 * Gives back the credit of every unfinished screenshot that `which` names. Runs ahead of the statement that ends
 * them, in one batch with it: ended, they are unfinished no more, so that nothing is refunded twice.
 */
export function refundUnfinished(db: Database, which: SQL) {
  const owed = db
    .select({
      accountId: screenshots.accountId,
      month: screenshots.creditMonth,
      count: sql<number>`count(*)`.as("owed_count"),
    })
    .from(screenshots)
    .where(and(unfinished, which))
    .groupBy(screenshots.accountId, screenshots.creditMonth)
    .as("owed");
  return (
    db
      .update(credits)
      // Not below zero: an operator may have set the month back meanwhile.
      .set({ used: sql`max(0, ${credits.used} - ${owed.count})` })
      .from(owed)
      .where(and(eq(credits.accountId, owed.accountId), eq(credits.month, owed.month)))
  );
}

/** Credits used by an account in a month. */
export function selectUsedCredits(db: Database, accountId: string, month: string) {
  return db
    .select({ used: credits.used })
    .from(credits)
    .where(and(eq(credits.accountId, accountId), eq(credits.month, month)));
}
