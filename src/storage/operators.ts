// Queries on operators. No statement removes the last operator.
import { and, eq, exists, lt, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { users } from "./schema.ts";

/** `email` in lower case. */
export type LoginQuery = { accountId: string; userId: string } | { email: string };

/** Makes the login an operator if it is the oldest login and no operator exists. */
export async function promoteIfFirst(db: Database, userId: string): Promise<void> {
  const others = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.isOperator, true), lt(users.id, userId)));
  await db
    .update(users)
    .set({ isOperator: true })
    .where(and(eq(users.id, userId), notExists(others)));
}

/** Returns no row if the login does not exist. */
export function promotion(db: Database, login: LoginQuery) {
  return db
    .update(users)
    .set({ isOperator: true })
    .where(isLogin(login))
    .returning({ id: users.id });
}

/** Changes nothing and returns no row if the login does not exist, is no operator, or is the only operator. */
export function demotion(db: Database, login: LoginQuery) {
  const others = operators(db, not(isLogin(login)));
  return db
    .update(users)
    .set({ isOperator: false })
    .where(and(isLogin(login), eq(users.isOperator, true), exists(others)))
    .returning({ id: users.id });
}

/** Returns false if the login does not exist. */
export async function promoteLogin(db: Database, login: LoginQuery): Promise<boolean> {
  return (await promotion(db, login)).length > 0;
}

/** Returns false and changes nothing if the login does not exist, is no operator, or is the only operator. */
export async function demoteLogin(db: Database, login: LoginQuery): Promise<boolean> {
  return (await demotion(db, login)).length > 0;
}

/** Demotes every login of an account. Returns false and changes nothing if no other account has an operator. */
export async function demoteAccount(db: Database, accountId: string): Promise<boolean> {
  const ours = and(eq(users.accountId, accountId), eq(users.isOperator, true));
  const others = operators(db, ne(users.accountId, accountId));
  await db
    .update(users)
    .set({ isOperator: false })
    .where(and(ours, exists(others)));
  return (await db.$count(users, ours)) === 0;
}

function isLogin(login: LoginQuery): SQL {
  if ("email" in login) return eq(users.email, login.email);
  return sql`(${eq(users.id, login.userId)} AND ${eq(users.accountId, login.accountId)})`;
}

function operators(db: Database, which: SQL) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), which));
}
