// Archives in R2: NDJSON objects with the records that left the database, one record per line.
import { getTableColumns } from "drizzle-orm";
import { screenshots } from "./schema.ts";
import type { Screenshot } from "./screenshots.ts";

/** R2 deletes at most 1,000 keys per call. */
const KEYS_PER_DELETE = 1_000;

export type ArchiveStore = ReturnType<typeof createArchiveStore>;

export function createArchiveStore(bucket: R2Bucket) {
  return {
    /** Writes the object. A repeated call with the same records writes the same bytes. */
    async put(key: string, records: Screenshot[]): Promise<void> {
      const lines = records.map((record) => `${lineOf(record)}\n`).join("");
      await bucket.put(key, lines, { httpMetadata: { contentType: "application/x-ndjson" } });
    },

    /** Ignores missing keys. */
    async remove(keys: string[]): Promise<void> {
      for (let first = 0; first < keys.length; first += KEYS_PER_DELETE)
        await bucket.delete(keys.slice(first, first + KEYS_PER_DELETE));
    },
  };
}

/** Returns a record as JSON: the columns of the table in camelCase, times in ISO 8601. */
function lineOf({ archiveKey: _archiveKey, ...record }: Screenshot): string {
  return JSON.stringify(record);
}

/** Returns the line of a row that was read without drizzle, with the names and values of the database. */
export function lineOfRow(row: Record<string, string | number | null>): string {
  const values = Object.entries(getTableColumns(screenshots)).map(([name, column]) => {
    const value = row[column.name] ?? null;
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return lineOf(Object.fromEntries(values) as Screenshot); // the entries are the columns of the table
}
