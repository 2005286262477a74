// Ends a batch once, when its last capture is finished.
import { endBatch, type EndedBatches } from "../../../storage/batches.ts";
import type { Context } from "../../context.ts";
import { sendRunSteps } from "../../monitors/send-run-steps.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";

/** Call after each finished record. Does nothing for a record without a batch. */
export async function concludeBatch(ctx: Context, batchId: string | null): Promise<void> {
  if (batchId !== null) reportEndedBatches(ctx, await endBatch(ctx.db, batchId, ctx.clock()));
}

/**
 * Logs ended batches, sends their events, and continues the monitor runs whose capture has finished. Only the caller that
 * marked the batches as ended may call this function.
 */
export function reportEndedBatches(ctx: Context, { ids, runIds, announced }: EndedBatches): void {
  if (ids.length > 0) ctx.log({ batchesEnded: ids });
  sendDeliveries(ctx, announced);
  if (runIds.length > 0) ctx.defer(sendRunSteps(ctx, runIds));
}
