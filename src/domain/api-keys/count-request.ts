// Counts a request in the windows of its key and its account while the key is looked up, to save a wait.
import type { Limits } from "../../contract/plans.ts";
import type { KeyCount } from "../../limiter/limiter-object.ts";
import type { Context } from "../context.ts";
import { keyLimitsOf, keysWindowOf } from "../rate-windows.ts";

export type { KeyCount };

/** A key that an earlier request of this isolate used. */
export type Key = { accountId: string; keyId: string; limits: Limits };

/** A count that started before the lookup of its key. */
export type EarlyCount = { key: Key; counting: Promise<KeyCount> };

const MAX_KNOWN_KEYS = 1_000;

/**
 * Keys of earlier requests in this isolate, by the hash of the secret. An entry decides only where a request counts and
 * whose place it takes until its lookup completes, and never whether the key is valid.
 */
const knownKeys = new Map<string, Key>();

/** Returns the key if this isolate has seen it before. It may have been revoked since then. */
export function findKnownKey(secretHash: string): Key | undefined {
  return knownKeys.get(secretHash);
}

/** Starts to count the request of a key that this isolate has seen before. Returns undefined for other keys. */
export function countEarly(ctx: Context, secretHash: string): EarlyCount | undefined {
  const key = knownKeys.get(secretHash);
  if (key === undefined) return undefined;
  const counting = count(ctx, key);
  // confirmCount() or withdrawCount() handles the failure.
  counting.catch(() => {});
  return { key, counting };
}

/** Returns the count of the request with the current limits of its key. */
export async function confirmCount(
  ctx: Context,
  secretHash: string,
  { accountId, keyId, limits }: Key,
  early: EarlyCount | undefined,
): Promise<KeyCount> {
  const key = { accountId, keyId, limits };
  rememberKey(secretHash, key);
  if (early === undefined) return count(ctx, key);
  const counted = await early.counting;
  if (early.key.limits.requestsPerMinute === limits.requestsPerMinute) return counted;
  return count(ctx, key, counted.at);
}

/** Removes the count of a request whose key is not valid. */
export function withdrawCount(ctx: Context, early: EarlyCount | undefined): void {
  if (early === undefined) return;
  const { key, counting } = early;
  const withdraw = async () => {
    const { at } = await counting;
    if (at !== undefined) await ctx.limiter.cancel(keysWindowOf(key), key.keyId, at);
  };
  ctx.defer(withdraw());
}

export function forgetKey(secretHash: string): void {
  knownKeys.delete(secretHash);
}

function count(ctx: Context, key: Key, insteadOf?: number): Promise<KeyCount> {
  const { keyId } = key;
  return ctx.limiter.takeForKey(keysWindowOf(key), { keyId, ...keyLimitsOf(key), insteadOf });
}

function rememberKey(secretHash: string, key: Key): void {
  // Inserting again moves the key to the end.
  knownKeys.delete(secretHash);
  knownKeys.set(secretHash, key);
  if (knownKeys.size <= MAX_KNOWN_KEYS) return;
  const [oldest] = knownKeys.keys();
  if (oldest !== undefined) knownKeys.delete(oldest);
}
