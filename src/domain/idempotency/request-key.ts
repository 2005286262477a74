// Requests that may be sent again: the Idempotency-Key header and what it stands for (docs/decisions.md "Idempotency").
import { ServiceError } from "../../contract/errors.ts";
import {
  claimKey,
  findIdempotencyKey,
  type KeyClaim,
  removeExpiredKeys,
} from "../../storage/idempotency.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 2;
/** Of one sweep, which must leave time to others. */
const KEYS_PER_SWEEP = 5_000;

/** `requestHash`: fingerprint of address and body. */
export type RequestKey = { key: string; requestHash: string };

/**
 * The record that this request made when it was sent before; undefined when it is new. Throws idempotency_key_reused
 * when the key stands for another request of the account.
 */
export async function findAnswered(
  ctx: Context,
  { accountId }: Caller,
  { key, requestHash }: RequestKey,
): Promise<string | undefined> {
  const expiredBefore = expiry(ctx.clock());
  const known = await findIdempotencyKey(ctx.db, { accountId, key, expiredBefore });
  if (known === undefined) return undefined;
  if (known.requestHash !== requestHash) throw new ServiceError("idempotency_key_reused");
  return known.screenshotId;
}

/** What makes the key stand for a record, in the transaction that makes the record. */
export function claimFor(
  { accountId }: Caller,
  requestKey: RequestKey,
  { screenshotId, createdAt }: { screenshotId: string; createdAt: Date },
): KeyClaim {
  return { accountId, ...requestKey, screenshotId, createdAt, expiredBefore: expiry(createdAt) };
}

/** Makes the key stand for a record that cost nothing. */
export async function rememberAnswer(
  ctx: Context,
  caller: Caller,
  requestKey: RequestKey | undefined,
  screenshotId: string,
): Promise<void> {
  if (requestKey === undefined) return;
  await claimKey(ctx.db, claimFor(caller, requestKey, { screenshotId, createdAt: ctx.clock() }));
}

export function keyInUse(): ServiceError {
  return new ServiceError("idempotency_key_in_use", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

export async function sweepIdempotencyKeys(ctx: Context): Promise<void> {
  const removed = await removeExpiredKeys(ctx.db, expiry(ctx.clock()), KEYS_PER_SWEEP);
  if (removed > 0) ctx.log({ expiredIdempotencyKeys: removed });
}

function expiry(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
