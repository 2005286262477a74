// Sends stored deliveries to the queue. The sweep sends lost messages again.
import type { DeliveryMessage } from "../../contract/delivery-message.ts";
import { chunkMessages } from "../../lib/queue-chunks.ts";
import type { Announced } from "../../storage/outbox.ts";
import type { Context } from "../context.ts";

/** A pending delivery counts as lost if no attempt starts or finishes for this time. */
export const LOST_AFTER_MS = 2 * 60_000;

/** Queues the deliveries after the response. */
export function sendDeliveries(ctx: Context, announced: Announced[]): void {
  if (announced.length === 0) return;
  ctx.defer(
    enqueue(
      ctx,
      announced.map(({ id }) => ({ id, attempt: 0 })),
    ),
  );
}

export async function enqueue(
  ctx: Context,
  messages: DeliveryMessage[],
  delaySeconds = 0,
): Promise<void> {
  for (const chunk of chunkMessages(messages).chunks) {
    const batch = chunk.map((body) => ({ body, contentType: "json" as const }));
    await ctx.queues.deliveries.sendBatch(batch, { delaySeconds });
  }
}
