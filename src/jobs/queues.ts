// The consumers of the queues (wrangler.toml). Each message is processed and logged separately.
import type { ErrorCode } from "../contract/errors.ts";
import { deliveryMessage } from "../contract/delivery-message.ts";
import { queuedCapture, runStep } from "../contract/queued-capture.ts";
import type { Context } from "../domain/context.ts";
import { advanceRun } from "../domain/monitors/advance-run.ts";
import { failExpired } from "../domain/screenshots/batch/fail-expired.ts";
import { retryDelaySeconds } from "../domain/screenshots/batch/retry-policy.ts";
import { runQueued } from "../domain/screenshots/batch/run-queued.ts";
import { deliverQueued } from "../domain/webhooks/deliver-queued.ts";
import { createEventLog, type Fields, type WriteLine } from "../lib/log.ts";

/** Acknowledges the message or requests a retry. A thrown error also requests a retry. */
type Consumer = (ctx: Context, message: Message) => Promise<void>;

type Wire = (log: (facts: Fields) => void) => Context;

/** Selects the consumer by the end of the queue's name. The start of the name differs between installations. */
const consumers: [ending: string, Consumer][] = [
  ["-captures", consumeCapture],
  ["-captures-dead", consumeDeadCapture],
  ["-deliveries", consumeDelivery],
];

/** Processes the messages of a batch concurrently. A failed message does not affect the others. */
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
        // Storage failed, possibly for a short time.
        log.add({ consumerError: error });
        message.retry({ delaySeconds: retryDelaySeconds(delivery) });
      }
      log.add({ durationMs: Date.now() - startedAt });
      log.write();
    }),
  );
}

async function consumeCapture(ctx: Context, message: Message): Promise<void> {
  const step = runStep.safeParse(message.body);
  if (step.success) {
    await advanceRun(ctx, step.data.monitorRunId);
    message.ack();
    return;
  }
  const queued = queuedCapture.safeParse(message.body);
  if (!queued.success) {
    // A retry cannot fix a malformed message and would delay the messages behind it.
    ctx.log({ outcome: "malformed", issues: queued.error.issues });
    // A rule for options may have been added after the capture was queued.
    const error = "The stored options are no longer valid. Change them and capture again.";
    await failCaptureOf(ctx, message, "invalid_options", error);
    message.ack();
    return;
  }
  const outcome = await runQueued(ctx, queued.data, message.attempts);
  if (outcome.kind === "done") message.ack();
  else message.retry({ delaySeconds: outcome.delaySeconds });
}

/** Fails and refunds a capture after Cloudflare Queues has discarded its message. */
async function consumeDeadCapture(ctx: Context, message: Message): Promise<void> {
  const error = "All attempts failed. The capture has been refunded. Capture the page again.";
  await failCaptureOf(ctx, message, "render_failed", error);
  message.ack();
}

/** Fails and refunds the capture of a message, if the message contains its id. */
async function failCaptureOf(
  ctx: Context,
  message: Message,
  code: ErrorCode,
  error: string,
): Promise<void> {
  const known = queuedCapture.pick({ screenshotId: true }).safeParse(message.body);
  if (!known.success) return;
  const { screenshotId } = known.data;
  ctx.log({ screenshotId });
  await failExpired(ctx, [screenshotId], code, error);
}

/** Makes one attempt per message. Retries are new messages, so each message is acknowledged. */
async function consumeDelivery(ctx: Context, message: Message): Promise<void> {
  const attempt = deliveryMessage.safeParse(message.body);
  if (attempt.success) await deliverQueued(ctx, attempt.data);
  // The sweep sends the delivery of a malformed message again.
  else ctx.log({ outcome: "malformed", issues: attempt.error.issues });
  message.ack();
}
