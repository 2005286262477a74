// Captures that nobody will bring to their end any more: failed, refunded, and nothing left of them.
import type { Announced } from "../../../storage/outbox.ts";
import { failUnfinished } from "../../../storage/queued-captures.ts";
import type { FailureCode } from "../../../storage/schema.ts";
import type { Failed } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { concludeBatch } from "./conclude-batch.ts";

/** Records that have ended stay as they are. */
export async function failExpired(
  ctx: Context,
  ids: string[],
  errorCode: FailureCode,
  errorMessage: string,
): Promise<void> {
  const updatedAt = ctx.clock();
  await tidyUp(ctx, await failUnfinished(ctx.db, ids, { errorCode, errorMessage, updatedAt }));
}

/** What follows the failure of records, whoever failed them. */
export async function tidyUp(
  ctx: Context,
  { failed, announced }: { failed: Failed[]; announced: Announced[] },
): Promise<void> {
  sendDeliveries(ctx, announced);
  // A capture that was lost may have got as far as storing its image.
  await ctx.images.remove(failed.flatMap(({ imageKey }) => imageKey ?? []));
  for (const batchId of new Set(failed.map((record) => record.batchId))) {
    await concludeBatch(ctx, batchId);
  }
}
