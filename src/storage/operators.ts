// Queries on who runs the service. Each statement leaves at least one operator where there was one.
import { and, eq, exists, lt, ne, notExists, or, type SQL } from "drizzle-orm";
import type { Database } from "./database.ts";
import { users } from "./schema.ts";

type Login = { accountId: string; userId: string };

/** Makes the oldest login the operator while there is none: of two that come at once, one. */
export async function promoteIfFirst(db: Database, userId: string): Promise<void> {
  const inTheWay = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.isOperator, true), lt(users.id, userId)));
  await db
    .update(users)
    .set({ isOperator: true })
    .where(and(eq(users.id, userId), notExists(inTheWay)));
}

/** False when there is no such login. */
export async function makeOperator(db: Database, login: Login): Promise<boolean> {
  const made = await db
    .update(users)
    .set({ isOperator: true })
    .where(isLogin(login))
    .returning({ id: users.id });
  return made.length > 0;
}

/** False, and nothing changed, when the login is not there, is no operator, or the only one. */
export async function takeBackOperator(db: Database, login: Login): Promise<boolean> {
  const others = operators(db, ne(users.id, login.userId));
  const taken = await db
    .update(users)
    .set({ isOperator: false })
    .where(and(isLogin(login), eq(users.isOperator, true), exists(others)))
    .returning({ id: users.id });
  return taken.length > 0;
}

/** Takes it back from every login to an account. False, and nothing changed, when no other account has an operator. */
export async function takeBackOperators(db: Database, accountId: string): Promise<boolean> {
  const ours = and(eq(users.accountId, accountId), eq(users.isOperator, true));
  const others = operators(db, ne(users.accountId, accountId));
  await db
    .update(users)
    .set({ isOperator: false })
    .where(and(ours, exists(others)));
  return (await db.$count(users, ours)) === 0;
}

function isLogin({ accountId, userId }: Login) {
  return and(eq(users.id, userId), eq(users.accountId, accountId));
}

function operators(db: Database, which: SQL) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), which));
}
