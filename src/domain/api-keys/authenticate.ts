// Finds the account of an API key or a signed link. Looks up every key, so that a revoked or expired key stops working
// immediately.
import {
  type Limits,
  type PlanId,
  resolveLimits,
  type SubscriptionState,
} from "../../contract/plans.ts";
import { isSignedBy, type Link, linkKeyOfHash } from "../../contract/signed-link.ts";
import { monthOf } from "../../lib/month.ts";
import {
  findKeyHolder,
  findKeyHolderAndRecord,
  findKeyHolderByStart,
  type KeyHolderRow,
  markKeyUsed,
} from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Screenshot } from "../screenshots/records/screenshot.ts";
import {
  confirmCount,
  countEarly,
  forgetKey,
  type KeyCount,
  withdrawCount,
} from "./count-request.ts";

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
  /** The credits used in this month. Undefined if not looked up. */
  usedCredits?: number;
};

/** A caller that sent an API key or a signed link. */
export type KeyHolder = Caller & { keyId: string };

/** The record of any account that was read with a key. `found` is undefined if it does not exist. */
export type RecordWithKey = { found: Screenshot | undefined };

/** The holder of a key, and the count of the request in the windows of the key and its account. */
export type Authenticated = {
  holder: KeyHolder;
  counted: Promise<KeyCount>;
  /** Whether `counted` started only after the key was looked up, because this isolate had not seen the key before. */
  isCountedLate: boolean;
  record: RecordWithKey | undefined;
};

/**
 * Counts the request and looks up its key. With `recordId`, reads this record in the same round trip. Returns undefined, and
 * counts nothing, if the key is unknown, revoked or expired.
 */
export async function authenticate(
  ctx: Context,
  secretHash: string,
  recordId?: string,
): Promise<Authenticated | undefined> {
  const early = countEarly(ctx, secretHash);
  try {
    const { found, record } = await lookUp(ctx, secretHash, recordId);
    if (found !== undefined && !isExpired(ctx, found)) {
      const holder = admit(ctx, found);
      const counted = confirmCount(ctx, secretHash, holder, early);
      return { holder, counted, isCountedLate: early === undefined, record };
    }
  } catch (error) {
    withdrawCount(ctx, early);
    throw error;
  }
  forgetKey(secretHash);
  withdrawCount(ctx, early);
  return undefined;
}

/** Returns the account whose key signed the link, or the error code. */
export async function authenticateLink(
  ctx: Context,
  link: Link,
): Promise<KeyHolder | "invalid_signature" | "invalid_api_key" | "link_expired"> {
  const found = await findKeyHolderByStart(ctx.db, link.keyId, monthOf(ctx.clock()));
  if (found === undefined) return "invalid_signature";
  const { secretHash, revokedAt, ...holder } = found;
  if (!(await isSignedBy(link, linkKeyOfHash(secretHash)))) return "invalid_signature";
  if (revokedAt !== null || isExpired(ctx, holder)) return "invalid_api_key";
  if (link.expiresAt <= ctx.clock()) return "link_expired";
  return admit(ctx, holder);
}

async function lookUp(
  ctx: Context,
  secretHash: string,
  recordId: string | undefined,
): Promise<{ found: KeyHolderRow | undefined; record: RecordWithKey | undefined }> {
  const month = monthOf(ctx.clock());
  if (recordId === undefined)
    return { found: await findKeyHolder(ctx.db, secretHash, month), record: undefined };
  const { found, record } = await findKeyHolderAndRecord(ctx.db, secretHash, month, recordId);
  return { found, record: { found: record } };
}

function isExpired(ctx: Context, { expiresAt }: KeyHolderRow): boolean {
  return expiresAt !== null && expiresAt <= ctx.clock();
}

function admit(
  ctx: Context,
  { overrides, lastUsedAt, expiresAt: _, ...caller }: KeyHolderRow,
): KeyHolder {
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
