// Queries on API keys.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, apiKeys } from "./schema.ts";

/** The key with this fingerprint and its account, unless there is none or it is revoked: one indexed lookup. */
export async function findKeyHolder(db: Database, secretHash: string) {
  const [holder] = await db
    .select({
      keyId: apiKeys.id,
      accountId: accounts.id,
      plan: accounts.plan,
      subscriptionStatus: accounts.subscriptionStatus,
      storageUsedBytes: accounts.storageUsedBytes,
      overrides: {
        monthlyScreenshots: accounts.monthlyScreenshots,
        storageBytes: accounts.storageBytes,
        requestsPerMinute: accounts.requestsPerMinute,
      },
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.secretHash, secretHash), isNull(apiKeys.revokedAt)));
  return holder;
}
