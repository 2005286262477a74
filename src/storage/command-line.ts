// Returns the statements of the command line as SQL text. The service uses the same statements. wrangler executes text
// without parameters, so all values are literals.
import { and, eq, sql, type SQLWrapper } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { PlanId } from "../contract/plans.ts";
import { type AccountChanges, accountInsertion, accountUpdate } from "./accounts.ts";
import { keyInsertion, keyRevocation, type NewKey, selectRevokedKey } from "./api-keys.ts";
import { createDatabase } from "./database.ts";
import { inviteInsertion, type NewInvite } from "./invites.ts";
import { demotion, promotion } from "./operators.ts";
import { accounts, archives, screenshots, users } from "./schema.ts";

// This file builds statements and never executes them, so the binding is not used.
const db = createDatabase({} as D1Database);
const dialect = new SQLiteAsyncDialect();

/** Inserts nothing if the name is taken. */
export function insertAccountSql(account: {
  id: string;
  name: string;
  plan: PlanId;
  createdAt: Date;
}): string {
  return literal(accountInsertion(db, account));
}

export function selectAccountSql(name: string): string {
  return literal(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, name)));
}

/** Returns no row if the account does not exist. Undefined values do not change. */
export function updateAccountSql(
  name: string,
  changes: { [Name in keyof AccountChanges]: AccountChanges[Name] | undefined },
): string {
  return literal(accountUpdate(db, { name }, changes as AccountChanges)); // drizzle skips undefined values
}

/** Inserts nothing if the key exists. */
export function insertKeySql(key: Omit<NewKey, "accountId"> & { accountName: string }): string {
  return literal(keyInsertion(db, key));
}

/** Returns no row if the key does not exist or was revoked before. */
export function revokeKeySql(secretHash: string, revokedAt: Date): string {
  return literal(keyRevocation(db, { secretHash }, revokedAt));
}

/** Returns a row if the key is revoked. */
export function selectRevokedKeySql(secretHash: string): string {
  return literal(selectRevokedKey(db, secretHash));
}

/** Inserts nothing if the account does not exist or the email address has a login. */
export function insertInviteSql(invite: NewInvite): string {
  return literal(inviteInsertion(db, invite));
}

/** Selects the columns `id` and `is_operator`. */
export function selectLoginSql(email: string): string {
  return literal(
    db
      .select({ id: users.id, isOperator: users.isOperator })
      .from(users)
      .where(eq(users.email, email)),
  );
}

/** Changes nothing if the login does not exist, or if it is the only operator and would be demoted. */
export function changeOperatorSql(email: string, isOperator: boolean): string {
  return literal(isOperator ? promotion(db, { email }) : demotion(db, { email }));
}

/** The record after which a page of the export starts. Deleted records come after all other records. */
export type ExportPosition = { deletedAt: number | null; createdAt: number; id: string };

/** Selects at most `limit` records of an account with all columns, in the order of an index. */
export function selectRecordsSql(
  accountName: string,
  { deletedAt, createdAt, id }: ExportPosition,
  limit: number,
): string {
  const account = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.name, accountName));
  const after =
    deletedAt === null
      ? sql`deleted_at IS NULL AND (created_at, id) > (${createdAt}, ${id})`
      : sql`(deleted_at, created_at, id) > (${deletedAt}, ${createdAt}, ${id})`;
  return literal(
    db
      .select()
      .from(screenshots)
      .where(and(eq(screenshots.accountId, account), after))
      .orderBy(screenshots.deletedAt, screenshots.createdAt, screenshots.id)
      .limit(limit),
  );
}

/** Selects the keys of the archives of an account, oldest month first. */
export function selectArchivesSql(accountName: string): string {
  return literal(
    db
      .select({ key: archives.key })
      .from(archives)
      .innerJoin(accounts, eq(accounts.id, archives.accountId))
      .where(eq(accounts.name, accountName))
      .orderBy(archives.month, archives.key),
  );
}

/** Throws RangeError if a value is neither a whole number nor text without control characters. */
function literal(statement: SQLWrapper): string {
  for (const value of dialect.sqlToQuery(statement.getSQL()).params) assertLiteral(value);
  return dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;
}

function assertLiteral(value: unknown): void {
  if (value === null || Number.isSafeInteger(value)) return;
  if (typeof value !== "string")
    throw new RangeError("A value is neither text nor a whole number.");
  if (/\p{C}/u.test(value)) throw new RangeError("A value contains a control character.");
}
