// Captures that were lost with whoever ran them: begun again where that may help, otherwise failed and refunded.
import { endBatches } from "../../../storage/batches.ts";
import { failOverdue, returnOverdue } from "../../../storage/queued-captures.ts";
import type { Context } from "../../context.ts";
import { reportEndedBatches } from "../batch/conclude-batch.ts";
import { cleanUpFailed } from "../batch/fail-expired.ts";
import { expiredBefore, MAX_ATTEMPTS, messageLostAt } from "../batch/retry-policy.ts";
import { sendQueuedCaptures } from "../batch/send-queued-captures.ts";

/** Records a run looks after; the next minute brings the next run. */
const AT_MOST = 500;

export async function sweepLostCaptures(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const failure = {
    errorCode: "render_failed",
    errorMessage: "The capture was lost and has been refunded.",
    updatedAt: now,
  } as const;
  const lost = await failOverdue(ctx.db, failure, {
    maxAttempts: MAX_ATTEMPTS,
    acceptedBefore: expiredBefore(now),
    atMost: AT_MOST,
  });
  ctx.log({ lostCaptures: lost.failed.length });
  await cleanUpFailed(ctx, lost);
}

/** Batch captures whose attempt or message was lost are pending again and get a new message; a second one does no harm. */
export async function requeueLostCaptures(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const deadlineAt = messageLostAt(now);
  const returned = await returnOverdue(ctx.db, now, { deadlineAt, atMost: AT_MOST });
  ctx.log({ requeuedCaptures: returned.length });
  await ctx.images.remove(returned.flatMap(({ imageKey }) => imageKey ?? []));
  // What cannot be sent now is past its deadline again later.
  await sendQueuedCaptures(
    ctx,
    returned.flatMap(({ id, order }) => (order === null ? [] : { screenshotId: id, ...order })),
  );
}

/** Batches whose last capture ended without anybody left to say so. */
export async function concludeBatches(ctx: Context): Promise<void> {
  reportEndedBatches(ctx, await endBatches(ctx.db, ctx.clock()));
}

/** Idle browsers are billed, and count among those that may live. */
export async function sweepBrowsers(ctx: Context): Promise<void> {
  const ended = await ctx.closeOrphanedBrowsers();
  if (ended > 0) ctx.log({ lostBrowsers: ended });
}
