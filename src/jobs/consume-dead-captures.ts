// The dead-letter queue: captures whose messages never succeeded are failed and refunded.
import { captureJob } from "../contract/queued-capture.ts";
import type { Context } from "../domain/context.ts";
import { giveUp } from "../domain/screenshots/batch/fail-expired.ts";

export async function consumeDeadCapture(ctx: Context, message: Message): Promise<void> {
  const job = captureJob.pick({ screenshotId: true }).safeParse(message.body);
  if (job.success) {
    const { screenshotId } = job.data;
    ctx.log({ screenshotId });
    await giveUp(
      ctx,
      [screenshotId],
      "render_failed",
      "The capture was tried too often and has been refunded.",
    );
  }
  message.ack();
}
