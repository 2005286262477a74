// Puts captures into their queue.
import type { QueuedCapture } from "../../../contract/queued-capture.ts";
import { chunkMessages } from "../../../lib/queue-chunks.ts";
import type { Context } from "../../context.ts";

/** Returns the screenshots whose messages could not be sent: too large, or refused by the queue. */
export async function sendQueuedCaptures(ctx: Context, jobs: QueuedCapture[]): Promise<string[]> {
  const { chunks, tooLarge } = chunkMessages(jobs);
  const unsent = [...tooLarge];
  for (const chunk of chunks) {
    try {
      await ctx.queues.captures.sendBatch(
        chunk.map((body) => ({ body, contentType: "json" as const })),
      );
    } catch (error) {
      // The rest may still be taken.
      ctx.log({ sendError: error });
      unsent.push(...chunk);
    }
  }
  return unsent.map(({ screenshotId }) => screenshotId);
}
