// Queries on API keys.
import { and, desc, eq, gte, isNull, lt, or } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, apiKeys } from "./schema.ts";

const holder = {
  keyId: apiKeys.id,
  lastUsedAt: apiKeys.lastUsedAt,
  accountId: accounts.id,
  plan: accounts.plan,
  subscriptionStatus: accounts.subscriptionStatus,
  storageUsedBytes: accounts.storageUsedBytes,
  overrides: {
    monthlyScreenshots: accounts.monthlyScreenshots,
    storageBytes: accounts.storageBytes,
    requestsPerMinute: accounts.requestsPerMinute,
  },
};

/** The key with this fingerprint and its account, unless there is none or it is revoked: one indexed lookup. */
export async function findKeyHolder(db: Database, secretHash: string) {
  const [found] = await db
    .select(holder)
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.secretHash, secretHash), isNull(apiKeys.revokedAt)));
  return found;
}

/** The key, revoked or not, whose fingerprint begins with `start`, in hex, and its account. */
export async function findKeyHolderByStart(db: Database, start: string) {
  const [found] = await db
    .select({ ...holder, secretHash: apiKeys.secretHash, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    // "g" comes after every digit. As a range, because only that is looked up in the index.
    .where(and(gte(apiKeys.secretHash, start), lt(apiKeys.secretHash, `${start}g`)));
  return found;
}

export type ApiKey = Omit<typeof apiKeys.$inferSelect, "secretHash">;

export async function insertKey(db: Database, key: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** An account's keys that work, newest first. */
export function selectKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return db
    .select({
      id: apiKeys.id,
      accountId: apiKeys.accountId,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** An account's keys with a use that was noted since then. */
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

/** The key of an account that was made last and works. */
export async function findNewestKey(
  db: Database,
  accountId: string,
): Promise<{ name: string; secretHash: string } | undefined> {
  const [key] = await db
    .select({ name: apiKeys.name, secretHash: apiKeys.secretHash })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  return key;
}

/** False when the account has no such key that works. */
export async function markKeyRevoked(
  db: Database,
  key: { id: string; accountId: string; revokedAt: Date },
): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: key.revokedAt })
    .where(
      and(eq(apiKeys.id, key.id), eq(apiKeys.accountId, key.accountId), isNull(apiKeys.revokedAt)),
    )
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

/** Notes a use, unless one after `since` has been noted. */
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

/** Ends every key of an account. */
export async function revokeKeys(db: Database, accountId: string, revokedAt: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
}
