// The dead-letter queue: captures whose messages never succeeded are failed and refunded.
import { queuedCapture } from "../contract/queued-capture.ts";
import type { Context } from "../domain/context.ts";
import { failExpired } from "../domain/screenshots/batch/fail-expired.ts";

export async function consumeDeadCapture(ctx: Context, message: Message): Promise<void> {
  const job = queuedCapture.pick({ screenshotId: true }).safeParse(message.body);
  if (job.success) {
    const { screenshotId } = job.data;
    ctx.log({ screenshotId });
    await failExpired(
      ctx,
      [screenshotId],
      "render_failed",
      "The capture was tried too often and has been refunded.",
    );
  }
  message.ack();
}
