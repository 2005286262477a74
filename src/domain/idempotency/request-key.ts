// Maps the Idempotency-Key header of a request to the record of its first response (docs/decisions/idempotency.md).
import { ServiceError } from "../../contract/errors.ts";
import {
  claimKey,
  findIdempotencyKey,
  type KeyClaim,
  removeExpiredKeys,
} from "../../storage/idempotency.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 2;
/** The deletion of a key reads four rows, and a statement may read 10,000. */
const KEYS_PER_STEP = 2_000;
/** Bounds one sweep, so that the other scheduled work has time to run. */
const STEPS_PER_SWEEP = 5;

/** `requestHash`: hash of the path and the body. */
export type RequestKey = { key: string; requestHash: string };

/**
 * Returns the id of the record that an earlier request with this key created. Returns undefined if the key is new. Throws
 * ServiceError(idempotency_key_reused) if the key was used for a different request of the account.
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

/** Returns the claim that maps the key to a record. Pass the claim to the transaction that inserts the record. */
export function claimFor(
  { accountId }: Caller,
  requestKey: RequestKey,
  { screenshotId, createdAt }: { screenshotId: string; createdAt: Date },
): KeyClaim {
  return { accountId, ...requestKey, screenshotId, createdAt, expiredBefore: expiry(createdAt) };
}

/** Maps the key to a record that already exists and costs no credit. */
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
  let removed = 0;
  for (let step = 0; step < STEPS_PER_SWEEP; step++) {
    const found = await removeExpiredKeys(ctx.db, expiry(ctx.clock()), KEYS_PER_STEP);
    removed += found;
    if (found < KEYS_PER_STEP) break;
  }
  if (removed > 0) ctx.log({ expiredIdempotencyKeys: removed });
}

function expiry(now: Date): Date {
  return new Date(now.getTime() - KEY_LIFETIME_MS);
}
