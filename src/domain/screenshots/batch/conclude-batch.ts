// The end of a batch: when the last of its captures has ended, and only once.
import { endBatch, type EndedBatches } from "../../../storage/batches.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";

/** Call after each end of a record. Records without a batch have nothing to conclude. */
export async function concludeBatch(ctx: Context, batchId: string | null): Promise<void> {
  if (batchId !== null) reportEndedBatches(ctx, await endBatch(ctx.db, batchId, ctx.clock()));
}

/** Tells which batches have ended. Whoever ended them calls this, nobody else. */
export function reportEndedBatches(ctx: Context, { ids, announced }: EndedBatches): void {
  if (ids.length > 0) ctx.log({ batchesEnded: ids });
  sendDeliveries(ctx, announced);
}
