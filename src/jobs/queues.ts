// What comes out of the queues: queue (wrangler.toml) → consumer, one message and one wide event at a time.
import type { Context } from "../domain/context.ts";
import { retryDelaySeconds } from "../domain/screenshots/batch/retry-policy.ts";
import { createEventLog, type Fields, type WriteLine } from "../lib/log.ts";
import { consumeCapture } from "./consume-captures.ts";
import { consumeDeadCapture } from "./consume-dead-captures.ts";
import { consumeDelivery } from "./consume-deliveries.ts";

/** Acknowledges the message or asks for it again; throwing asks for it again, too. */
export type Consumer = (ctx: Context, message: Message) => Promise<void>;

type Wire = (log: (facts: Fields) => void) => Context;

/** By how the queue's name ends: an account with several installations has several of each. */
const consumers: [ending: string, Consumer][] = [
  ["-captures", consumeCapture],
  ["-captures-dead", consumeDeadCapture],
  ["-deliveries", consumeDelivery],
];

/** No message's failure is another's. */
export async function consumeQueue(
  batch: MessageBatch,
  wire: Wire,
  writeLine?: WriteLine,
): Promise<void> {
  const [, consumer] = consumers.find(([ending]) => batch.queue.endsWith(ending)) ?? [];
  if (consumer === undefined) throw new Error(`Queue ${batch.queue} has no consumer.`);
  await Promise.all(
    batch.messages.map(async (message) => {
      const startedAt = Date.now();
      const { id: messageId, attempts: delivery } = message;
      const log = createEventLog({ queue: batch.queue, messageId, delivery }, writeLine);
      try {
        await consumer(wire(log.add), message);
      } catch (error) {
        // Storage refuses: it may be there again later.
        log.add({ consumerError: error });
        message.retry({ delaySeconds: retryDelaySeconds(delivery) });
      }
      log.add({ durationMs: Date.now() - startedAt });
      log.write();
    }),
  );
}
