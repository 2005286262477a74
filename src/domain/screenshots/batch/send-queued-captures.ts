// Sends captures to their queue.
import type { QueuedCapture } from "../../../contract/queued-capture.ts";
import { chunkMessages } from "../../../lib/queue-chunks.ts";
import type { Context } from "../../context.ts";

/** Returns the ids of screenshots whose messages are too large or were refused by the queue. */
export async function sendQueuedCaptures(
  ctx: Context,
  captures: QueuedCapture[],
): Promise<string[]> {
  const { chunks, tooLarge } = chunkMessages(captures);
  const unsent = [...tooLarge];
  for (const chunk of chunks) {
    try {
      await ctx.queues.captures.sendBatch(
        chunk.map((body) => ({ body, contentType: "json" as const })),
      );
    } catch (error) {
      // The queue may still accept the other chunks.
      ctx.log({ sendError: error });
      unsent.push(...chunk);
    }
  }
  return unsent.map(({ screenshotId }) => screenshotId);
}
