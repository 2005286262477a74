// Finds lost captures. Queued captures are retried; the others are failed and refunded.
import { endBatches } from "../../../storage/batches.ts";
import { failOverdue, returnOverdue } from "../../../storage/queued-captures.ts";
import type { Context } from "../../context.ts";
import { reportEndedBatches } from "../batch/conclude-batch.ts";
import { cleanUpFailed } from "../batch/fail-expired.ts";
import { expiredBefore, MAX_ATTEMPTS, messageLostAt } from "../batch/retry-policy.ts";
import { sendQueuedCaptures } from "../batch/send-queued-captures.ts";

/** Records per run. A run starts every minute. */
const RECORDS_PER_RUN = 500;

/** Open batches that one run considers. */
const BATCHES_PER_RUN = 2_000;

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export async function sweepLostCaptures(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const failure = {
    errorCode: "render_failed",
    errorMessage: "The capture was interrupted and has been refunded. Capture the page again.",
    updatedAt: now,
  } as const;
  const lost = await failOverdue(ctx.db, failure, {
    maxAttempts: MAX_ATTEMPTS,
    acceptedBefore: expiredBefore(now),
    atMost: RECORDS_PER_RUN,
  });
  ctx.log({ lostCaptures: lost.failed.length });
  await cleanUpFailed(ctx, lost);
}

/** Makes batch captures pending again and sends a new message if their attempt or message was lost. Duplicates are harmless. */
export async function requeueLostCaptures(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const deadlineAt = messageLostAt(now);
  const returned = await returnOverdue(ctx.db, now, { deadlineAt, atMost: RECORDS_PER_RUN });
  ctx.log({ requeuedCaptures: returned.length });
  await ctx.images.remove(returned.flatMap(({ imageKey }) => imageKey ?? []));
  // If sending fails, a later run finds these captures again, because their deadline has passed.
  await sendQueuedCaptures(
    ctx,
    returned.flatMap(({ id, order }) => (order === null ? [] : { screenshotId: id, ...order })),
  );
}

/**
 * Ends batches whose captures have all ended. The Worker of the last capture may have stopped before ending the batch. With
 * more open batches than one run considers, the following runs consider the others.
 */
export async function concludeBatches(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const slice = { start: startOfSlice(now), atMost: BATCHES_PER_RUN };
  reportEndedBatches(ctx, await endBatches(ctx.db, now, slice));
}

/** Returns where the slice of a minute starts: multiples of the golden ratio cover all identifiers evenly, however many. */
function startOfSlice(now: Date): string {
  const turn = (Math.floor(now.getTime() / 60_000) * GOLDEN_RATIO) % 1;
  return Math.floor(turn * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/** Closes orphaned browsers, because they are billed and count against the limit of concurrent browsers. */
export async function sweepBrowsers(ctx: Context): Promise<void> {
  const closed = await ctx.closeOrphanedBrowsers();
  if (closed > 0) ctx.log({ lostBrowsers: closed });
}
