// Queries on logins. better-auth creates and verifies them, and starts their sessions (identity/).
import { and, desc, eq, gt, isNotNull, lte } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, credentials, invites, sessions, users, verifications } from "./schema.ts";

/** Finds a login and its account. */
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

export type Login = { id: string; name: string; email: string; isOperator: boolean };

/** Returns the logins of an account, oldest first. */
export function selectLogins(db: Database, accountId: string): Promise<Login[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email, isOperator: users.isOperator })
    .from(users)
    .where(eq(users.accountId, accountId))
    .orderBy(users.id);
}

export type SessionRow = Pick<
  typeof sessions.$inferSelect,
  "id" | "ipAddress" | "userAgent" | "createdAt" | "updatedAt"
>;

/** Returns the user's sessions that have not expired, most recently used first. */
export function selectSessions(db: Database, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select({
      id: sessions.id,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id));
}

/** Returns false if the user has no such session. */
export async function deleteSession(
  db: Database,
  session: { id: string; userId: string },
): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, session.userId)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

/** Deletes all expired sessions, incomplete sign-ins and invites. */
export async function removeExpired(db: Database, now: Date): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(verifications).where(lte(verifications.expiresAt, now)),
    db.delete(invites).where(lte(invites.expiresAt, now)),
  ]);
}

export async function updateUserName(
  db: Database,
  userId: string,
  changes: { name: string; updatedAt: Date },
): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, userId));
}

/** Returns whether the user has a password. Users who sign in with GitHub have none. */
export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  const passwords = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), isNotNull(credentials.password)));
  return passwords.length > 0;
}

export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<{ id: string } | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user;
}
