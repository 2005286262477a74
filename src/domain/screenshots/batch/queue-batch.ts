// Accepts a batch: reserves all credits, inserts all records, queues each capture, and refunds captures that the queue
// does not accept.
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
  explainRefusedCredits,
} from "../capture/preconditions.ts";
import { messageLostAt } from "./retry-policy.ts";
import { sendQueuedCaptures } from "./send-queued-captures.ts";

/**
 * Throws ServiceError: url_not_allowed; usage_limit_exceeded if the remaining credits do not cover every URL;
 * idempotency_key_reused; idempotency_key_in_use. A batch that throws is not charged.
 */
export function queueBatch(
  ctx: Context,
  caller: Caller,
  input: BatchInput,
  requestKey?: RequestKey,
): Promise<QueuedBatch> {
  const batch = accept(ctx, caller, input, requestKey);
  // Charged captures must be queued even if the client disconnects. The returned promise reports the errors.
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
  const charge = await insertChargedBatch(
    ctx.db,
    { id, accountId: caller.accountId, order, createdAt },
    {
      accountId: caller.accountId,
      keyId: caller.keyId ?? null,
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
    {
      limit,
      claim: requestKey && claimFor(caller, requestKey, { screenshotId, createdAt }),
    },
  );
  sendDeliveries(ctx, charge.announced);
  if (charge.kind === "key_in_use") throw keyInUse();
  if (charge.kind === "refused") throw await explainRefusedCredits(ctx, caller, createdAt);

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
    remainingCredits: limit - charge.used + failed.size,
    replayed: false,
  };
}

/** Refuses options that exceed the size limit of a queue message. */
function assertFitsMessage(order: CaptureOrder, screenshotId: string): void {
  if (sizeOf({ screenshotId, ...order }) <= MAX_MESSAGE_BYTES) return;
  throw new ServiceError("invalid_options", {
    details: { options: `must take at most ${MAX_MESSAGE_BYTES / 1000} KB in a batch` },
  });
}

/** Queues each capture. Fails and refunds captures that the queue does not accept, and returns their ids. */
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
