// Sends an event once more, under the id it had.
import { replayDelivery as replay } from "../../storage/deliveries.ts";
import type { Context } from "../context.ts";
import { getOwnedDelivery } from "./get-owned.ts";
import { assertEnabled } from "./preconditions.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";
import type { Delivery, Owner } from "./webhook.ts";

/**
 * With all its retries again, and the attempts made before still on record. One that is pending is left as it is.
 * Throws not_found, forbidden, or invalid_options when the webhook is disabled.
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
  // It was pending already, or has been forgotten meanwhile.
  return (await getOwnedDelivery(ctx, owner, id)).delivery;
}
