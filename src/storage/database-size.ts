// Queries on the size of the database. D1 reports it with every result.
import { lt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { databaseSizes } from "./schema.ts";

/** The size on one UTC day, such as "2026-11-21". */
export type DaySize = { day: string; bytes: number };

/** Returns the current size and the stored sizes of earlier days, newest first. */
export async function selectDatabaseSize(
  db: Database,
): Promise<{ bytes: number; days: DaySize[] }> {
  const { meta, results } = await db.run(
    sql`SELECT ${sql.identifier("day")}, ${sql.identifier("bytes")} FROM ${databaseSizes} ORDER BY ${sql.identifier("day")} DESC`,
  );
  return { bytes: meta.size_after, days: results as DaySize[] }; // the columns of the statement
}

/** Stores the size of a day and deletes those before `keptSince`. Does nothing if the day has a size. */
export async function insertDatabaseSize(
  db: Database,
  size: DaySize,
  keptSince: string,
): Promise<void> {
  await db.batch([
    db.insert(databaseSizes).values(size).onConflictDoNothing(),
    db.delete(databaseSizes).where(lt(databaseSizes.day, keptSince)),
  ]);
}
