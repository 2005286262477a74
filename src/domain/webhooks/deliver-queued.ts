// Delivers an event whose message has arrived. The queue does not wait for slow receivers, because the messages of other
// accounts follow.
import type { DeliveryMessage } from "../../contract/delivery-message.ts";
import type { Context } from "../context.ts";
import { beginDelivery, sendDelivery } from "./deliver.ts";
import { DeliveryPlaces } from "./delivery-places.ts";
import { enqueue } from "./send-deliveries.ts";

/** Most receivers respond within this time. Until then, the queue waits, so that it does not send messages too fast. */
const WAIT_MS = 250;

/** Shared by all consumers of an isolate. */
const places = new DeliveryPlaces();

/**
 * Starts the attempt and returns when it ends, at the latest after 250 ms. The attempt continues. Puts the message back if too
 * many deliveries of the webhook or its account are running. Throws if the database fails before the attempt: retry the message.
 */
export async function deliverQueued(ctx: Context, message: DeliveryMessage): Promise<void> {
  const started = await beginDelivery(ctx, message);
  if (started === undefined) return;
  const { accountId, id: webhookId } = started.webhook;
  const receiver = { accountId, webhookId };
  const leave = places.enter(receiver, ctx.clock().getTime());
  if (leave === undefined) {
    const delaySeconds = places.postpone(receiver, ctx.clock().getTime());
    ctx.log({ postponedSeconds: delaySeconds });
    const { id, attemptsBegun } = started.delivery;
    // If the queue refuses the message, the sweep sends it.
    ctx.defer(enqueue(ctx, [{ id, attempt: attemptsBegun }], delaySeconds));
    return;
  }
  const sending = sendDelivery(ctx, started).finally(() => leave(ctx.clock().getTime()));
  ctx.defer(sending);
  const waited = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  // defer() logs the failure. The sweep sends the delivery again.
  await Promise.race([sending.catch(() => undefined), waited]);
}
