// The capture queue: message → verb → acknowledged, or asked for again.
import { queuedCapture } from "../contract/queued-capture.ts";
import type { Context } from "../domain/context.ts";
import { runQueued } from "../domain/screenshots/batch/run-queued.ts";

export async function consumeCapture(ctx: Context, message: Message): Promise<void> {
  const job = queuedCapture.safeParse(message.body);
  if (!job.success) {
    // It would not get any better, and behind it others wait.
    ctx.log({ outcome: "malformed", faults: job.error.issues });
    message.ack();
    return;
  }
  const outcome = await runQueued(ctx, job.data, message.attempts);
  if (outcome === "done") message.ack();
  else message.retry({ delaySeconds: outcome.againInSeconds });
}
