// Queries on comparisons. The bytes of a diff image count in the storage of the account that owns it.
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, comparisons, kept, screenshots } from "./schema.ts";

/** Comparisons are free, so this limits the rows that an account can store. */
export const MAX_COMPARISONS_PER_SCREENSHOT = 100;

export type Comparison = typeof comparisons.$inferSelect;

/** Finds the result of the same comparison: same screenshots, same settings. */
export async function findComparison(
  db: Database,
  { beforeId, afterId, settingsHash }: Pick<Comparison, "beforeId" | "afterId" | "settingsHash">,
): Promise<Comparison | undefined> {
  const [comparison] = await db
    .select()
    .from(comparisons)
    .where(
      and(
        eq(comparisons.afterId, afterId),
        eq(comparisons.beforeId, beforeId),
        eq(comparisons.settingsHash, settingsHash),
      ),
    );
  return comparison;
}

/**
 * Inserts a comparison and counts the bytes of its diff image. Returns false, and changes nothing, when the image of the
 * later screenshot is no longer stored, it has MAX_COMPARISONS_PER_SCREENSHOT, or the same comparison already exists.
 */
export async function insertComparison(db: Database, comparison: Comparison): Promise<boolean> {
  const bytes = comparison.diffSize;
  const stored = db.$count(comparisons, eq(comparisons.afterId, comparison.afterId));
  const isKept = and(
    eq(screenshots.id, comparison.afterId),
    kept,
    sql`${stored} < ${MAX_COMPARISONS_PER_SCREENSHOT}`,
  );
  const insert = db
    .insert(comparisons)
    .select(
      db
        .select({
          id: sql`${comparison.id}`.as("id"),
          accountId: sql`${comparison.accountId}`.as("account_id"),
          beforeId: sql`${comparison.beforeId}`.as("before_id"),
          afterId: sql`${comparison.afterId}`.as("after_id"),
          settingsHash: sql`${comparison.settingsHash}`.as("settings_hash"),
          result: sql`${JSON.stringify(comparison.result)}`.as("result"),
          diffKey: sql`${comparison.diffKey}`.as("diff_key"),
          diffSize: sql`${bytes}`.as("diff_size"),
          createdAt: sql`${comparison.createdAt.getTime()}`.as("created_at"),
        })
        .from(screenshots)
        .where(isKept),
    )
    .onConflictDoNothing();
  const countInRecord = db
    .update(screenshots)
    .set({ diffBytes: sql`${screenshots.diffBytes} + ${bytes}` })
    .where(and(eq(screenshots.id, comparison.afterId), sql`changes() > 0`));
  const countInAccount = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} + ${bytes}` })
    .where(and(eq(accounts.id, comparison.accountId), sql`changes() > 0`))
    .returning({ id: accounts.id });
  const [, , counted] = await db.batch([insert, countInRecord, countInAccount]);
  return counted.length > 0;
}

/** Returns the diff images that belong to these screenshots: key and later screenshot. */
export async function selectDiffImages(
  db: Database,
  screenshotIds: string[],
): Promise<{ key: string; screenshotId: string }[]> {
  const rows = await db
    .select({ key: comparisons.diffKey, screenshotId: comparisons.afterId })
    .from(comparisons)
    // One parameter for all identifiers: D1 allows 100 parameters per statement.
    .where(
      and(
        inArray(
          comparisons.afterId,
          sql`(SELECT value FROM json_each(${JSON.stringify(screenshotIds)}))`,
        ),
        isNotNull(comparisons.diffKey),
      ),
    );
  return rows.flatMap(({ key, screenshotId }) => (key === null ? [] : [{ key, screenshotId }]));
}
