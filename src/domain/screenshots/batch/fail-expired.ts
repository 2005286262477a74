// Fails and refunds captures that will not be attempted again, and removes their images.
import type { Announced } from "../../../storage/outbox.ts";
import { failUnfinished } from "../../../storage/queued-captures.ts";
import type { FailureCode } from "../../../storage/schema.ts";
import type { Failed } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { concludeBatch } from "./conclude-batch.ts";

/** Does not change finished records. */
export async function failExpired(
  ctx: Context,
  ids: string[],
  errorCode: FailureCode,
  errorMessage: string,
): Promise<void> {
  const updatedAt = ctx.clock();
  await cleanUpFailed(
    ctx,
    await failUnfinished(ctx.db, ids, { errorCode, errorMessage, updatedAt }),
  );
}

/** Announces failed records, removes their images and ends their batches. */
export async function cleanUpFailed(
  ctx: Context,
  { failed, announced }: { failed: Failed[]; announced: Announced[] },
): Promise<void> {
  sendDeliveries(ctx, announced);
  // A lost attempt may have stored its image.
  await ctx.images.remove(failed.flatMap(({ imageKey }) => imageKey ?? []));
  for (const batchId of new Set(failed.map((record) => record.batchId))) {
    await concludeBatch(ctx, batchId);
  }
}
