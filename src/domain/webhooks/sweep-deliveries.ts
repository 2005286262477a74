// What the clock does about deliveries: sends again what got lost, forgets what is old.
import { createId } from "../../lib/ids.ts";
import { forgetDeliveries, takeOverdue } from "../../storage/deliveries.ts";
import type { Context } from "../context.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";

const KEPT_MS = 35 * 24 * 60 * 60_000;

/** For one run each, so that a run is short; the next one goes on. */
const MOST_RESENT = 500;
const MOST_FORGOTTEN = 1_000;

/** A message is lost when the Worker dies between change and queue, or in the middle of an attempt. */
export async function resendLostDeliveries(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const nextAt = new Date(now.getTime() + LOST_AFTER_MS);
  const overdue = await takeOverdue(ctx.db, { now, nextAt, limit: MOST_RESENT });
  await enqueue(ctx, overdue);
}

/** 35 days: longer than a month, so that a month's usage.threshold is known to be announced until the month is over. */
export async function forgetOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - KEPT_MS);
  await forgetDeliveries(ctx.db, createId(before), MOST_FORGOTTEN);
}
