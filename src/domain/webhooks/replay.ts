// Sends a delivery again with the same event id.
import { replayDelivery as replay } from "../../storage/deliveries.ts";
import type { Context } from "../context.ts";
import { getOwnedDelivery } from "./get-owned.ts";
import { assertEnabled } from "./preconditions.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";
import type { Delivery, Owner } from "./webhook.ts";

/**
 * Sends a finished delivery again, with all retries, and keeps its earlier attempts. Does not change a pending delivery.
 * Throws ServiceError: not_found, forbidden, or invalid_options if the webhook is disabled.
 */
export async function replayDelivery(ctx: Context, owner: Owner, id: string): Promise<Delivery> {
  const { delivery, webhook } = await getOwnedDelivery(ctx, owner, id);
  assertEnabled(webhook);
  const overdueAt = new Date(ctx.clock().getTime() + LOST_AFTER_MS);
  const replayed = await replay(ctx.db, delivery.id, overdueAt);
  if (replayed !== undefined) {
    ctx.defer(enqueue(ctx, [{ id, attempt: replayed.attemptsBegun }]));
    return replayed;
  }
  // The delivery is pending, or was deleted since it was read.
  return (await getOwnedDelivery(ctx, owner, id)).delivery;
}
