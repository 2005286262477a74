// Queries on records for their account: find, change, delete. screenshots.ts has the queries of captures, and
// screenshot-lists.ts those of lists.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { announceScreenshots } from "./outbox.ts";
import { accounts, comparisons, screenshots, storedBytes } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

/** Finds a record of any account, unless it is deleted or moves to an archive. */
export async function findScreenshot(db: Database, id: string): Promise<Screenshot | undefined> {
  const [record] = await selectScreenshot(db, id);
  return record;
}

export function selectScreenshot(db: Database, id: string) {
  return db.select().from(screenshots).where(present(id));
}

/**
 * Returns the changed record. Returns undefined and changes nothing if the record is deleted or has changed since it was
 * `seen`, so that no concurrent change is lost.
 */
export async function updateScreenshot(
  db: Database,
  seen: Pick<Screenshot, "id" | "updatedAt">,
  changes: Partial<Pick<Screenshot, "name" | "options">>,
  now: Date,
): Promise<Screenshot | undefined> {
  // Always increases, so that it identifies the version of the record.
  const updatedAt = new Date(Math.max(now.getTime(), seen.updatedAt.getTime() + 1));
  const [record] = await db
    .update(screenshots)
    .set({ ...changes, updatedAt })
    .where(and(present(seen.id), eq(screenshots.updatedAt, seen.updatedAt)))
    .returning();
  return record;
}

/**
 * Marks a record as deleted and releases the bytes of its image, once. `record` is undefined if it was deleted before. A
 * capture in progress has no bytes yet and counts no bytes when it completes.
 */
export async function deleteScreenshot(db: Database, id: string, deletedAt: Date) {
  const freed = db
    .select({
      accountId: screenshots.accountId,
      bytes: sql<number>`${storedBytes}`.as("freed_bytes"),
    })
    .from(screenshots)
    .where(and(present(id), eq(screenshots.status, "completed"), isNotNull(screenshots.imageKey)))
    .as("freed");
  const giveBack = db
    .update(accounts)
    .set({ storageUsedBytes: sql`${accounts.storageUsedBytes} - ${freed.bytes}` })
    .from(freed)
    .where(eq(accounts.id, freed.accountId));
  const mark = db
    .update(screenshots)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(present(id))
    .returning();
  const announce = announceScreenshots(db, "screenshot.deleted", eq(screenshots.id, id), deletedAt);
  const removeComparisons = db.delete(comparisons).where(eq(comparisons.afterId, id));
  const [, announced, [record]] = await db.batch([giveBack, announce, mark, removeComparisons]);
  return { record, announced };
}

function present(id: string) {
  return and(eq(screenshots.id, id), isNull(screenshots.deletedAt), isNull(screenshots.archiveKey));
}

/** Selects up to `limit` records of an account, including deleted ones. Unordered, because a sort would read all of them. */
export function selectRecordsToDelete(db: Database, accountId: string, limit: number) {
  return db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(screenshots)
    .where(eq(screenshots.accountId, accountId))
    .limit(limit);
}

export async function deleteRecords(db: Database, ids: string[]): Promise<void> {
  // One parameter for all ids: D1 limits a statement to 100 parameters.
  await db
    .delete(screenshots)
    .where(sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
