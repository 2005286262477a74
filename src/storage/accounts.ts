// Queries on accounts.
import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, credits, users } from "./schema.ts";

export type Account = typeof accounts.$inferSelect;

/** With the credits used in the month that was asked for, and the addresses of its logins. */
export type AccountOverview = Account & { used: number; emails: string[] };

/** False, and nothing inserted, when the name is taken. */
export async function insertAccount(
  db: Database,
  account: typeof accounts.$inferInsert,
): Promise<boolean> {
  const inserted = await db
    .insert(accounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return inserted.length > 0;
}

/** One page of all accounts, newest first, those whose name or logins hold `search`, and how many there are. */
export async function selectAccounts(
  db: Database,
  { month, search, page, limit }: { month: string; search: string; page: number; limit: number },
): Promise<{ accounts: AccountOverview[]; total: number }> {
  const wanted = sql`instr(lower(${accounts.name}), lower(${search})) > 0 OR EXISTS (
    SELECT 1 FROM ${users} WHERE ${users.accountId} = ${accounts.id} AND instr(${users.email}, lower(${search})) > 0)`;
  const [[all], rows] = await db.batch([
    db.select({ total: count() }).from(accounts).where(wanted),
    selectOverviews(db, month)
      .where(wanted)
      .orderBy(desc(accounts.createdAt), desc(accounts.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { accounts: rows, total: all?.total ?? 0 };
}

export async function findAccount(
  db: Database,
  id: string,
  month: string,
): Promise<AccountOverview | undefined> {
  const [account] = await selectOverviews(db, month).where(eq(accounts.id, id));
  return account;
}

export async function findAccountId(db: Database, name: string): Promise<string | undefined> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.name, name));
  return account?.id;
}

/** False when there is no such account. */
export async function updateAccount(
  db: Database,
  id: string,
  changes: Partial<Omit<Account, "id" | "createdAt" | "storageUsedBytes">>,
): Promise<boolean> {
  const updated = await db
    .update(accounts)
    .set(changes)
    .where(eq(accounts.id, id))
    .returning({ id: accounts.id });
  return updated.length > 0;
}

/** With its keys, credits, records, logins and everything else that is its own; images are not in the database. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  await db.delete(accounts).where(eq(accounts.id, id));
}

function selectOverviews(db: Database, month: string) {
  const used = db
    .select({ used: credits.used })
    .from(credits)
    .where(and(eq(credits.accountId, accounts.id), eq(credits.month, month)));
  const emails = db
    .select({ emails: sql`json_group_array(${users.email})` })
    .from(users)
    .where(eq(users.accountId, accounts.id));
  return db
    .select({
      ...getTableColumns(accounts),
      used: sql<number>`coalesce((${used}), 0)`.mapWith(Number).as("month_used"),
      emails: sql<string[]>`(${emails})`
        .mapWith((json: string) => JSON.parse(json) as string[]) // of the column's strings
        .as("login_emails"),
    })
    .from(accounts)
    .$dynamic();
}
