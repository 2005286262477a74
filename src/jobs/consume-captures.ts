// The consumer of the capture queue.
import { queuedCapture } from "../contract/queued-capture.ts";
import type { Context } from "../domain/context.ts";
import { runQueued } from "../domain/screenshots/batch/run-queued.ts";

export async function consumeCapture(ctx: Context, message: Message): Promise<void> {
  const queued = queuedCapture.safeParse(message.body);
  if (!queued.success) {
    // A retry cannot fix a malformed message and would delay the messages behind it.
    ctx.log({ outcome: "malformed", faults: queued.error.issues });
    message.ack();
    return;
  }
  const outcome = await runQueued(ctx, queued.data, message.attempts);
  if (outcome.kind === "done") message.ack();
  else message.retry({ delaySeconds: outcome.delaySeconds });
}
