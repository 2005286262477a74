// A batch, from the accepted request to its messages: reserve all, insert all, queue each, refund what cannot be queued.
import type { BatchInput } from "../../../contract/capture-batch.ts";
import type { CaptureOrder } from "../../../contract/queued-capture.ts";
import { withoutSecrets } from "../../../contract/capture-options.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { foldBeyondAscii } from "../../../lib/fold-case.ts";
import { createId } from "../../../lib/ids.ts";
import { monthOf } from "../../../lib/month.ts";
import { MAX_MESSAGE_BYTES, sizeOf } from "../../../lib/queue-chunks.ts";
import { insertChargedBatch } from "../../../storage/batches.ts";
import { NOT_QUEUED } from "../../../storage/schema.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { claimFor, keyInUse, type RequestKey } from "../../idempotency/request-key.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { cacheKeyOf } from "../capture/cache-key.ts";
import { sealOrder } from "./capture-order.ts";
import { findRepeatedBatch, type QueuedBatch } from "./find-repeated-batch.ts";
import { failExpired } from "./fail-expired.ts";
import {
  assertStorageLeft,
  assertSubscribed,
  assertTargetsAllowed,
  creditsUsedUp,
} from "../capture/preconditions.ts";
import { messageLostAt } from "./retry-policy.ts";
import { sendQueuedCaptures } from "./send-queued-captures.ts";

/**
 * Throws ServiceError: url_not_allowed, usage_limit_exceeded when the credits left do not cover every URL, or what
 * findRepeatedBatch says of `requestKey`. Nothing is charged then.
 */
export function queueBatch(
  ctx: Context,
  caller: Caller,
  input: BatchInput,
  requestKey?: RequestKey,
): Promise<QueuedBatch> {
  const batch = accept(ctx, caller, input, requestKey);
  // A caller who hangs up ends the request, but not this: what is charged must be queued. Errors are the caller's.
  ctx.defer(batch.catch(() => undefined));
  return batch;
}

async function accept(
  ctx: Context,
  caller: Caller,
  input: BatchInput,
  requestKey: RequestKey | undefined,
): Promise<QueuedBatch> {
  const { urls, options } = input;
  assertTargetsAllowed(ctx, urls);
  const repeated = await findRepeatedBatch(ctx, caller, requestKey);
  if (repeated !== undefined) return repeated;

  assertSubscribed(caller);
  assertStorageLeft(caller);

  const createdAt = ctx.clock();
  const id = createId(createdAt);
  const order = await sealOrder(ctx, options);
  assertFitsMessage(order, id);
  const rows = await Promise.all(
    urls.map(async (url) => ({
      id: createId(createdAt),
      url,
      foldedUrl: foldBeyondAscii(url),
      cacheKey: await cacheKeyOf({ source: { kind: "url", url }, name: undefined, options }),
    })),
  );
  const limit = caller.limits.monthlyScreenshots;
  const screenshotId = rows[0]?.id ?? "";
  const { claimed, used, announced } = await insertChargedBatch(
    ctx.db,
    { id, accountId: caller.accountId, order, createdAt },
    {
      accountId: caller.accountId,
      status: "pending",
      format: options.format,
      options: withoutSecrets(options),
      creditMonth: monthOf(createdAt),
      batchId: id,
      deadlineAt: messageLostAt(createdAt),
      createdAt,
      updatedAt: createdAt,
    },
    rows,
    limit,
    requestKey && claimFor(caller, requestKey, { screenshotId, createdAt }),
  );
  sendDeliveries(ctx, announced);
  if (!claimed) throw keyInUse();
  if (used === undefined) throw creditsUsedUp(limit);

  const failed = await queue(ctx, rows, order);
  ctx.log({ batchId: id, batchSize: rows.length, notQueued: failed.size });
  return {
    id,
    records: rows.map((row) => ({
      id: row.id,
      url: row.url,
      status: failed.has(row.id) ? "failed" : "pending",
      createdAt,
    })),
    failedCount: failed.size,
    remainingCredits: limit - used + failed.size,
    replayed: false,
  };
}

/** No URL of the batch could be queued otherwise, and none would be when it is sent again. */
function assertFitsMessage(order: CaptureOrder, screenshotId: string): void {
  if (sizeOf({ screenshotId, ...order }) <= MAX_MESSAGE_BYTES) return;
  throw new ServiceError("invalid_options", {
    details: { options: `must take at most ${MAX_MESSAGE_BYTES / 1000} KB in a batch` },
  });
}

/** Sends a message for each record. Those that cannot be sent are failed and refunded; returns their ids. */
async function queue(
  ctx: Context,
  rows: { id: string }[],
  order: CaptureOrder,
): Promise<Set<string>> {
  const unsent = await sendQueuedCaptures(
    ctx,
    rows.map(({ id }) => ({ screenshotId: id, ...order })),
  );
  if (unsent.length > 0) {
    await failExpired(
      ctx,
      unsent,
      NOT_QUEUED,
      "The capture could not be queued and has been refunded. Request it again.",
    );
  }
  return new Set(unsent);
}
