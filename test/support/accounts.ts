// Creates accounts and API keys. Each test creates its own account.
import { env } from "cloudflare:workers";
import type { LimitOverrides, PlanId, SubscriptionState } from "../../src/contract/plans.ts";
import { createId } from "../../src/lib/ids.ts";
import { monthOf } from "../../src/lib/month.ts";
import { createApiKey, hashApiKey, keyPrefix } from "../../src/lib/secrets.ts";
import { createDatabase } from "../../src/storage/database.ts";
import { accounts, apiKeys, credits } from "../../src/storage/schema.ts";

export type AccountSettings = Partial<LimitOverrides> & {
  plan?: PlanId;
  subscriptionStatus?: SubscriptionState;
  storageUsedBytes?: number;
  retentionDays?: number;
  recordRetentionDays?: number;
  /** Credits used in the month of `at`. */
  used?: number;
  /** Refunded credits in that month. Requires `used`. */
  refunded?: number;
  at?: Date;
};

/** Tests poll, and a busy machine prolongs polling beyond the window of every plan. */
const WITHOUT_RATE_LIMIT = { plan: "business", requestsPerMinute: 10_000 } as const;

/** Creates an account with one key. Without a plan, the account has the limits of business without its rate limit. */
export async function seedAccount({
  plan,
  used,
  refunded = 0,
  at = new Date(),
  ...account
}: AccountSettings = {}) {
  const db = createDatabase(env.DB);
  const [accountId, keyId, key] = [createId(at), createId(at), createApiKey()];
  await db.insert(accounts).values({
    id: accountId,
    name: accountId,
    createdAt: at,
    ...(plan === undefined ? WITHOUT_RATE_LIMIT : { plan }),
    ...account,
  });
  await addKey(accountId, keyId, key, at);
  if (used !== undefined)
    await db.insert(credits).values({ accountId, month: monthOf(at), used, refunded });
  return { accountId, keyId, key };
}

/** Adds another key to an account. */
export async function seedKey(accountId: string) {
  const [keyId, key] = [createId(new Date()), createApiKey()];
  await addKey(accountId, keyId, key, new Date());
  return { keyId, key };
}

async function addKey(accountId: string, id: string, key: string, createdAt: Date) {
  const secretHash = await hashApiKey(key);
  const prefix = keyPrefix(key);
  await createDatabase(env.DB)
    .insert(apiKeys)
    .values({ id, accountId, name: "test", secretHash, prefix, createdAt });
}
