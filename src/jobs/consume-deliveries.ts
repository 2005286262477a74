// The queue of deliveries: one attempt for each message.
import { deliveryMessage } from "../contract/delivery-message.ts";
import type { Context } from "../domain/context.ts";
import { deliver } from "../domain/webhooks/deliver.ts";

export async function consumeDelivery(ctx: Context, message: Message): Promise<void> {
  const attempt = deliveryMessage.safeParse(message.body);
  if (attempt.success) await deliver(ctx, attempt.data);
  else ctx.log({ outcome: "malformed", faults: attempt.error.issues });
  // Retries are messages of their own; what a malformed one meant, the sweep sends again.
  message.ack();
}
