// Scheduled work on deliveries: sends lost deliveries again and deletes old ones.
import { createId } from "../../lib/ids.ts";
import { deleteOldDeliveries, takeOverdue } from "../../storage/deliveries.ts";
import type { Context } from "../context.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";

const LIFETIME_MS = 35 * 24 * 60 * 60_000;

/** Limits of one run. The next run continues. */
const MAX_RESENT = 500;
const MAX_DELETED = 1_000;

/**
 * Queues deliveries again whose message was lost, because the Worker stopped before sending the message or during an
 * attempt.
 */
export async function resendLostDeliveries(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const nextAt = new Date(now.getTime() + LOST_AFTER_MS);
  const overdue = await takeOverdue(ctx.db, { now, nextAt, limit: MAX_RESENT });
  await enqueue(ctx, overdue);
}

/** Deletes deliveries after 35 days. A usage.threshold delivery must exist until the end of its month, so that it is sent once. */
export async function removeOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - LIFETIME_MS);
  await deleteOldDeliveries(ctx.db, createId(before), MAX_DELETED);
}
