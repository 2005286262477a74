// The database behind the queries of this folder.
import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof createDatabase>;

export function createDatabase(binding: D1Database) {
  return drizzle(binding);
}
