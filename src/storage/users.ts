// Queries on logins. better-auth makes them, proves them and begins their sessions (identity/).
import { and, eq, notExists } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, users } from "./schema.ts";

/** A login and its account. */
export async function findUserWithAccount(db: Database, userId: string) {
  const [user] = await db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      isOperator: users.isOperator,
      accountId: accounts.id,
      accountName: accounts.name,
      plan: accounts.plan,
      subscriptionStatus: accounts.subscriptionStatus,
      storageUsedBytes: accounts.storageUsedBytes,
      overrides: {
        monthlyScreenshots: accounts.monthlyScreenshots,
        storageBytes: accounts.storageBytes,
        requestsPerMinute: accounts.requestsPerMinute,
      },
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(eq(users.id, userId));
  return user;
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Makes a login the operator unless there is one already: of two at once, one. */
export async function promoteIfFirst(db: Database, userId: string): Promise<void> {
  const operators = db.select({ id: users.id }).from(users).where(eq(users.isOperator, true));
  await db
    .update(users)
    .set({ isOperator: true })
    .where(and(eq(users.id, userId), notExists(operators)));
}
