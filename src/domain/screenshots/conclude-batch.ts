// The end of a batch: when the last of its captures has ended, and only once.
import { endBatch } from "../../storage/batches.ts";
import type { Context } from "../context.ts";

/** Call after each end of a record. Records without a batch have nothing to conclude. */
export async function concludeBatch(ctx: Context, batchId: string | null): Promise<void> {
  if (batchId !== null && (await endBatch(ctx.db, batchId, ctx.clock())))
    announceBatch(ctx, batchId);
}

/** Tells that a batch has ended. Whoever ended it calls this, nobody else. */
export function announceBatch(ctx: Context, batchId: string): void {
  ctx.log({ batchEnded: batchId });
}
