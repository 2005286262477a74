// Finds the account of an API key or a signed link. Caches nothing, so that a revoked or expired key stops
// working immediately.
import {
  type Limits,
  type PlanId,
  resolveLimits,
  type SubscriptionState,
} from "../../contract/plans.ts";
import { isSignedBy, type Link, linkKeyOfHash } from "../../contract/signed-link.ts";
import { hashApiKey } from "../../lib/secrets.ts";
import { findKeyHolder, findKeyHolderByStart, markKeyUsed } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";

const RECORD_USE_EVERY_MS = 60_000;

/** The account of a request, as stored when the request arrived. */
export type Caller = {
  accountId: string;
  plan: PlanId;
  subscriptionStatus: SubscriptionState;
  limits: Limits;
  storageUsedBytes: number;
  /** The key of an API request. Absent for the dashboard. */
  keyId?: string;
};

/** A caller that sent an API key or a signed link. */
export type KeyHolder = Caller & { keyId: string };

/** Returns the name of the key's window in the rate limiter. */
export function rateWindowOf(keyId: string): string {
  return `key:${keyId}`;
}

/** Returns undefined if the key is unknown, revoked or expired. */
export async function authenticate(ctx: Context, key: string): Promise<KeyHolder | undefined> {
  const holder = await findKeyHolder(ctx.db, await hashApiKey(key));
  if (holder === undefined || isExpired(ctx, holder)) return undefined;
  return admit(ctx, holder);
}

/** Returns the account whose key signed the link, or the error code. */
export async function authenticateLink(
  ctx: Context,
  link: Link,
): Promise<KeyHolder | "invalid_signature" | "invalid_api_key" | "link_expired"> {
  const found = await findKeyHolderByStart(ctx.db, link.keyId);
  if (found === undefined) return "invalid_signature";
  const { secretHash, revokedAt, ...holder } = found;
  if (!(await isSignedBy(link, linkKeyOfHash(secretHash)))) return "invalid_signature";
  if (revokedAt !== null || isExpired(ctx, holder)) return "invalid_api_key";
  if (link.expiresAt <= ctx.clock()) return "link_expired";
  return admit(ctx, holder);
}

type Found = NonNullable<Awaited<ReturnType<typeof findKeyHolder>>>;

function isExpired(ctx: Context, { expiresAt }: Found): boolean {
  return expiresAt !== null && expiresAt <= ctx.clock();
}

function admit(ctx: Context, { overrides, lastUsedAt, expiresAt: _, ...caller }: Found): KeyHolder {
  recordUse(ctx, caller.keyId, lastUsedAt);
  return { ...caller, limits: resolveLimits(caller.plan, overrides) };
}

/** Records the use after the response, at most once a minute per key, so that most requests cost no write. */
function recordUse(ctx: Context, keyId: string, lastUsedAt: Date | null): void {
  const usedAt = ctx.clock();
  const since = new Date(usedAt.getTime() - RECORD_USE_EVERY_MS);
  if (lastUsedAt === null || lastUsedAt < since)
    ctx.defer(markKeyUsed(ctx.db, keyId, { usedAt, since }));
}
