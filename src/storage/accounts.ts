// Queries on accounts.
import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, credits, users } from "./schema.ts";

export type Account = typeof accounts.$inferSelect;

/** An account with the credits that it used in one month, and the email addresses of its logins. */
export type AccountOverview = Account & { used: number; emails: string[] };

/** Inserts nothing and returns no row if the name is taken. */
export function accountInsertion(db: Database, account: typeof accounts.$inferInsert) {
  return db.insert(accounts).values(account).onConflictDoNothing().returning({ id: accounts.id });
}

/** Returns false and inserts nothing if the name is taken. */
export async function insertAccount(
  db: Database,
  account: typeof accounts.$inferInsert,
): Promise<boolean> {
  return (await accountInsertion(db, account)).length > 0;
}

/**
 * Returns one page of the accounts whose name or login contains `search`, newest first. `total`: the number of accounts on
 * all pages.
 */
export async function selectAccounts(
  db: Database,
  { month, search, page, limit }: { month: string; search: string; page: number; limit: number },
): Promise<{ accounts: AccountOverview[]; total: number }> {
  const matches = sql`instr(lower(${accounts.name}), lower(${search})) > 0 OR EXISTS (
    SELECT 1 FROM ${users} WHERE ${users.accountId} = ${accounts.id} AND instr(${users.email}, lower(${search})) > 0)`;
  const [[all], rows] = await db.batch([
    db.select({ total: count() }).from(accounts).where(matches),
    selectOverviews(db, month)
      .where(matches)
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

export type AccountChanges = Partial<Omit<Account, "id" | "createdAt" | "storageUsedBytes">>;

/** Returns no row if the account does not exist. */
export function accountUpdate(
  db: Database,
  account: { id: string } | { name: string },
  changes: AccountChanges,
) {
  const condition = "id" in account ? eq(accounts.id, account.id) : eq(accounts.name, account.name);
  return db.update(accounts).set(changes).where(condition).returning({ id: accounts.id });
}

/** Returns false if the account does not exist. */
export async function updateAccount(
  db: Database,
  id: string,
  changes: AccountChanges,
): Promise<boolean> {
  return (await accountUpdate(db, { id }, changes)).length > 0;
}

/** Deletes an account with its keys, credits, records and logins. Its images are not in the database. */
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
        .mapWith((json: string) => JSON.parse(json) as string[]) // json_group_array of strings
        .as("login_emails"),
    })
    .from(accounts)
    .$dynamic();
}
