// Queries on accounts.
import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts } from "./schema.ts";

type NewAccount = typeof accounts.$inferInsert;

/** False, and nothing inserted, when the name is taken. */
export async function insertAccount(db: Database, account: NewAccount): Promise<boolean> {
  const inserted = await db
    .insert(accounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return inserted.length > 0;
}

/** With its keys, credits, records, logins and everything else that is its own; images are not in the database. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  await db.delete(accounts).where(eq(accounts.id, id));
}
