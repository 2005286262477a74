// Reserves a credit and inserts the record of an interactive capture, in one transaction.
import { withoutSecrets } from "../../../contract/capture-options.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { foldBeyondAscii } from "../../../lib/fold-case.ts";
import { createId } from "../../../lib/ids.ts";
import { monthOf } from "../../../lib/month.ts";
import type { CacheQuery } from "../../../storage/capture-cache.ts";
import { insertCharged } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { claimFor, keyInUse, type RequestKey } from "../../idempotency/request-key.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { attemptDeadline, type CaptureAttempt } from "./capture-attempt.ts";
import type { CaptureResult } from "./capture-result.ts";
import { findCachedCapture, waitWhileInProgress } from "./find-cached-capture.ts";
import { createImageKey } from "./image-key.ts";
import { explainRefusedCredits } from "./preconditions.ts";

/** The `url` of a record for HTML input. */
const HTML_URL = "about:blank";

/** A reserved capture that a client waits for. */
export type InteractiveCapture = CaptureAttempt & {
  stores: boolean;
  /** Whether another request may return this image: by its Idempotency-Key or from the cache. */
  isShared: boolean;
  remainingCredits: number;
};

export type ValidatedRequest = {
  caller: Caller;
  input: CaptureInput;
  startedAt: Date;
  requestKey: RequestKey | undefined;
  /** Undefined if the request does not set cache_ttl. */
  cacheQuery: CacheQuery | undefined;
  /** Whether the image stays in storage. Otherwise the service only returns it. */
  stores: boolean;
};

/** "hit": a concurrent capture of the same target and options completed first. Nothing is charged. */
export type Reservation =
  | { kind: "reserved"; capture: InteractiveCapture }
  | { kind: "hit"; result: CaptureResult };

/**
 * Concurrent requests with the same cache key share one capture: the first renders, the others wait for its result.
 * Throws ServiceError: usage_limit_exceeded if no credit or storage is left; idempotency_key_in_use if a concurrent
 * request has the same key.
 */
export async function reserveCapture(
  ctx: Context,
  request: ValidatedRequest,
): Promise<Reservation> {
  const { caller, input, startedAt, cacheQuery, stores } = request;
  // An image that is not stored cannot be returned to another request.
  if (cacheQuery === undefined || !stores) return reserveWithoutWaiting(ctx, request);

  const capture = await tryToReserve(ctx, request, cacheQuery);
  if (capture !== undefined) return { kind: "reserved", capture };
  const { options } = input;
  const endsAt = new Date(startedAt.getTime() + options.timeout);
  await waitWhileInProgress(ctx, cacheQuery, endsAt);
  const cached = await findCachedCapture(ctx, caller, options, cacheQuery);
  // If the other capture failed, do not wait for a third one.
  return cached.kind === "hit" ? cached : reserveWithoutWaiting(ctx, request);
}

async function reserveWithoutWaiting(
  ctx: Context,
  request: ValidatedRequest,
): Promise<Reservation> {
  const capture = await tryToReserve(ctx, request, undefined);
  if (capture === undefined)
    throw await explainRefusedCredits(ctx, request.caller, request.startedAt);
  return { kind: "reserved", capture };
}

/** Returns undefined if no credit can be reserved, or if a capture that matches `unlessInProgress` is in progress. */
async function tryToReserve(
  ctx: Context,
  { caller, input, startedAt, requestKey, cacheQuery, stores }: ValidatedRequest,
  unlessInProgress: CacheQuery | undefined,
): Promise<InteractiveCapture | undefined> {
  const { source, name, options } = input;
  const id = createId(startedAt);
  const imageKey = createImageKey(options.format);
  const url = source.kind === "url" ? source.url : HTML_URL;
  const limit = caller.limits.monthlyScreenshots;
  const record = {
    id,
    accountId: caller.accountId,
    keyId: caller.keyId ?? null,
    url,
    foldedUrl: foldBeyondAscii(url),
    name: name ?? null,
    status: "processing" as const,
    format: options.format,
    options: withoutSecrets(options),
    creditMonth: monthOf(startedAt),
    deadlineAt: attemptDeadline(startedAt, options.timeout),
    imageKey,
    cacheKey: cacheQuery?.cacheKey ?? null,
    createdAt: startedAt,
    updatedAt: startedAt,
  };
  const claim =
    requestKey && claimFor(caller, requestKey, { screenshotId: id, createdAt: startedAt });
  const charge = await insertCharged(ctx.db, record, { limit, claim, unlessInProgress });
  sendDeliveries(ctx, charge.announced);
  if (charge.kind === "key_in_use") throw keyInUse();
  if (charge.kind === "refused") return undefined;
  ctx.log({ screenshotId: id });
  const isShared = requestKey !== undefined || cacheQuery !== undefined;
  const remainingCredits = limit - charge.used;
  return { id, startedAt, options, imageKey, stores, isShared, remainingCredits };
}
