// Creates an API key for the caller's account.
import { createId } from "../../lib/ids.ts";
import { monthOf } from "../../lib/month.ts";
import { apiKeyFrom, createApiKey, hashApiKey, keyPrefix } from "../../lib/secrets.ts";
import { findKeyHolder, insertKey } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Once } from "../once.ts";
import type { Caller } from "./authenticate.ts";

/** Only keys that are not revoked count. The command line may add more. */
export const MAX_KEYS_PER_ACCOUNT = 50;

/**
 * Returns the complete key, or undefined if the account has the maximum number of keys. The service stores only the hash.
 * `name`: 1 to 100 printable characters. `expiresAt`: null for a key that does not expire. A second call with the same
 * `once` returns the key of the first call.
 */
export async function createKey(
  ctx: Context,
  caller: Caller,
  { name, expiresAt, once }: { name: string; expiresAt: Date | null; once?: Once | undefined },
): Promise<string | undefined> {
  const key = once === undefined ? createApiKey() : apiKeyFrom(once.secret);
  const createdAt = ctx.clock();
  const row = {
    id: createId(createdAt),
    accountId: caller.accountId,
    name,
    secretHash: await hashApiKey(key),
    prefix: keyPrefix(key),
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
    expiresAt,
  };
  if (await insertKey(ctx.db, row, MAX_KEYS_PER_ACCOUNT)) return key;
  if (once === undefined) return undefined;
  const first = await findKeyHolder(ctx.db, row.secretHash, monthOf(createdAt));
  return first === undefined ? undefined : key;
}
