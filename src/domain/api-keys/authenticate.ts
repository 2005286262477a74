// Who sends a request. Nothing is cached, so that a revoked key stops working at once.
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

const USE_NOTED_EVERY_MS = 60_000;

/** The account on whose behalf something is done, as it was when the request came in. */
export type Caller = {
  accountId: string;
  plan: PlanId;
  subscriptionStatus: SubscriptionState;
  limits: Limits;
  storageUsedBytes: number;
};

/** A caller who showed a key. */
export type KeyHolder = Caller & { keyId: string };

/** The name of the rate limiter's window for a key. */
export function rateWindowOf(keyId: string): string {
  return `key:${keyId}`;
}

/** Undefined for a key that is not known or has been revoked. */
export async function authenticate(ctx: Context, key: string): Promise<KeyHolder | undefined> {
  const holder = await findKeyHolder(ctx.db, await hashApiKey(key));
  return holder && admit(ctx, holder);
}

/** Whoever signed the link, or what is wrong with it. */
export async function authenticateLink(
  ctx: Context,
  link: Link,
): Promise<KeyHolder | "invalid_signature" | "invalid_api_key" | "link_expired"> {
  const found = await findKeyHolderByStart(ctx.db, link.keyId);
  if (found === undefined) return "invalid_signature";
  const { secretHash, revokedAt, ...holder } = found;
  if (!(await isSignedBy(link, linkKeyOfHash(secretHash)))) return "invalid_signature";
  if (revokedAt !== null) return "invalid_api_key";
  if (link.expiresAt <= ctx.clock()) return "link_expired";
  return admit(ctx, holder);
}

type Found = NonNullable<Awaited<ReturnType<typeof findKeyHolder>>>;

function admit(ctx: Context, { overrides, lastUsedAt, ...caller }: Found): KeyHolder {
  noteUse(ctx, caller.keyId, lastUsedAt);
  return { ...caller, limits: resolveLimits(caller.plan, overrides) };
}

/** After the answer, and for a busy key once a minute: a request should cost no write. */
function noteUse(ctx: Context, keyId: string, lastUsedAt: Date | null): void {
  const usedAt = ctx.clock();
  const since = new Date(usedAt.getTime() - USE_NOTED_EVERY_MS);
  if (lastUsedAt === null || lastUsedAt < since)
    ctx.defer(markKeyUsed(ctx.db, keyId, { usedAt, since }));
}
