// Queues the next step of runs. The sweep queues lost steps again.
import { chunkMessages } from "../../lib/queue-chunks.ts";
import type { Context } from "../context.ts";

/** A step that has not run after this time counts as lost. */
const STEP_LOST_AFTER_MS = 5 * 60_000;

export function stepLostAt(from: Date, delaySeconds = 0): Date {
  return new Date(from.getTime() + delaySeconds * 1000 + STEP_LOST_AFTER_MS);
}

export async function sendRunSteps(
  ctx: Context,
  runIds: string[],
  delaySeconds = 0,
): Promise<void> {
  const { chunks } = chunkMessages(runIds.map((monitorRunId) => ({ monitorRunId })));
  for (const chunk of chunks) {
    const batch = chunk.map((body) => ({ body, contentType: "json" as const }));
    await ctx.queues.runSteps.sendBatch(batch, { delaySeconds });
  }
}
