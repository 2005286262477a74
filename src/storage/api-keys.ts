// Queries on API keys.
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, apiKeys, credits } from "./schema.ts";
import { selectScreenshot } from "./screenshot-records.ts";
import type { Screenshot } from "./screenshots.ts";

/** The columns of a key and its account. `month`: the month of `usedCredits`. */
const holderIn = (month: string) => ({
  keyId: apiKeys.id,
  lastUsedAt: apiKeys.lastUsedAt,
  expiresAt: apiKeys.expiresAt,
  // A batch requires a different name for each column, and both tables have an "id".
  accountId: apiKeys.accountId,
  plan: accounts.plan,
  subscriptionStatus: accounts.subscriptionStatus,
  storageUsedBytes: accounts.storageUsedBytes,
  overrides: {
    monthlyScreenshots: accounts.monthlyScreenshots,
    storageBytes: accounts.storageBytes,
    requestsPerMinute: accounts.requestsPerMinute,
  },
  usedCredits: sql<number>`coalesce((SELECT ${credits.used} FROM ${credits}
    WHERE ${eq(credits.accountId, accounts.id)} AND ${eq(credits.month, month)}), 0)`,
});

/** Finds the key with this hash and its account, unless the key is revoked. The key may have expired. */
export async function findKeyHolder(db: Database, secretHash: string, month: string) {
  const [found] = await selectKeyHolder(db, secretHash, month);
  return found;
}

/** Finds the holder of a key and, in the same round trip, a record of any account. */
export async function findKeyHolderAndRecord(
  db: Database,
  secretHash: string,
  month: string,
  recordId: string,
): Promise<{ found: KeyHolderRow | undefined; record: Screenshot | undefined }> {
  const [[found], [record]] = await db.batch([
    selectKeyHolder(db, secretHash, month),
    selectScreenshot(db, recordId),
  ]);
  return { found, record };
}

export type KeyHolderRow = NonNullable<Awaited<ReturnType<typeof findKeyHolder>>>;

function selectKeyHolder(db: Database, secretHash: string, month: string) {
  return db
    .select(holderIn(month))
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.secretHash, secretHash), isNull(apiKeys.revokedAt)));
}

/** Finds the key whose hash starts with the hex digits `start`, and its account. The key may be revoked or expired. */
export async function findKeyHolderByStart(db: Database, start: string, month: string) {
  const [found] = await db
    .select({ ...holderIn(month), secretHash: apiKeys.secretHash, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    // "g" sorts after every hex digit. SQLite uses the index for a range, but not for a prefix.
    .where(and(gte(apiKeys.secretHash, start), lt(apiKeys.secretHash, `${start}g`)));
  return found;
}

const { secretHash: _, ...facts } = getTableColumns(apiKeys);

export type ApiKey = Omit<typeof apiKeys.$inferSelect, "secretHash">;

type ApiKeyRow = typeof apiKeys.$inferSelect;

export type NewKey = typeof apiKeys.$inferInsert;

/** Returns false and inserts nothing if the key exists or the account has `limit` keys that are not revoked. */
export async function insertKey(db: Database, key: ApiKeyRow, limit: number): Promise<boolean> {
  const values = Object.entries(getTableColumns(apiKeys)).map(([name, column]) => {
    const value = key[name as keyof ApiKeyRow]; // both have the keys of the table's columns
    return value === null ? sql`NULL` : sql.param(value, column);
  });
  const existing = db
    .select({ count: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, key.accountId), isNull(apiKeys.revokedAt)));
  const inserted = await db
    .insert(apiKeys)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${lt(existing, limit)}`)
    .onConflictDoNothing()
    .returning({ id: apiKeys.id });
  return inserted.length > 0;
}

/** Inserts nothing if the key exists. Fails if the account does not exist. */
export function keyInsertion(
  db: Database,
  { accountName, ...key }: Omit<NewKey, "accountId"> & { accountName: string },
) {
  const accountId = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.name, accountName));
  return db
    .insert(apiKeys)
    .values({ ...key, accountId: sql`${accountId}` })
    .onConflictDoNothing();
}

/** Returns a row if the key is revoked. */
export function selectRevokedKey(db: Database, secretHash: string) {
  return db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.secretHash, secretHash), isNotNull(apiKeys.revokedAt)));
}

/** Returns the account's keys that are not revoked, newest first. */
export function selectKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return db
    .select(facts)
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Returns a key of the account that is not revoked. */
export async function findKey(
  db: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<ApiKey | undefined> {
  const [key] = await db
    .select(facts)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
  return key;
}

/** Returns false if the account has no such key, or if it is revoked. */
export async function updateKey(
  db: Database,
  { id, accountId }: { id: string; accountId: string },
  changes: { name: string; expiresAt: Date | null },
): Promise<boolean> {
  const changed = await db
    .update(apiKeys)
    .set(changes)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return changed.length > 0;
}

/** Returns the account's keys with a recorded use after `since`. */
export function selectKeysUsedSince(db: Database, accountId: string, since: Date) {
  return db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        isNull(apiKeys.revokedAt),
        gte(apiKeys.lastUsedAt, since),
      ),
    );
}

/** Finds the newest key of the account that is not revoked and not expired at `now`. */
export async function findNewestKey(
  db: Database,
  accountId: string,
  now: Date,
): Promise<{ name: string; secretHash: string; expiresAt: Date | null } | undefined> {
  const [key] = await db
    .select({ name: apiKeys.name, secretHash: apiKeys.secretHash, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  return key;
}

/** Returns no row if the key does not exist or was revoked before. */
export function keyRevocation(
  db: Database,
  key: { id: string; accountId: string } | { secretHash: string },
  revokedAt: Date,
) {
  const condition =
    "secretHash" in key
      ? eq(apiKeys.secretHash, key.secretHash)
      : and(eq(apiKeys.id, key.id), eq(apiKeys.accountId, key.accountId));
  return db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(condition, isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
}

/** Returns false if the account has no such key, or if it was revoked before. */
export async function markKeyRevoked(
  db: Database,
  key: { id: string; accountId: string },
  revokedAt: Date,
): Promise<boolean> {
  return (await keyRevocation(db, key, revokedAt)).length > 0;
}

/** Records the time of a use, unless a use after `since` is recorded. */
export async function markKeyUsed(
  db: Database,
  id: string,
  { usedAt, since }: { usedAt: Date; since: Date },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: usedAt })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, since))));
}

/** Revokes every key of the account. */
export async function revokeKeys(db: Database, accountId: string, revokedAt: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
}
