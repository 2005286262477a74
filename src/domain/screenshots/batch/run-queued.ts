// A queued capture: pending → processing → completed or failed, or back to pending. However often and in whatever
// order its message comes, one attempt at a time renders it, and it is charged once.
import type { QueuedCapture } from "../../../contract/queued-capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { findWaiting, takeTurn } from "../../../storage/queue-turns.ts";
import { claimScreenshot, releaseScreenshot } from "../../../storage/queued-captures.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { openOrder } from "./capture-order.ts";
import { concludeBatch } from "./conclude-batch.ts";
import { completeCapture, explainNotKept, markFailed, storeImage } from "../capture/end-capture.ts";
import { failExpired } from "./fail-expired.ts";
import { createImageKey } from "../capture/image-key.ts";
import { MAX_ATTEMPTS, messageLostAt, retryDelaySeconds } from "./retry-policy.ts";
import { type CaptureAttempt, attemptDeadline } from "../capture/reserve-capture.ts";

/** "done": the message has done its duty, whatever became of the capture. Otherwise it is to come again. */
export type Outcome = "done" | { againInSeconds: number };

/** A claimed capture. */
type Run = {
  job: QueuedCapture;
  record: Screenshot;
  attempt: CaptureAttempt;
  /** How often its message has come, this time included. */
  delivery: number;
  /** Where an attempt before this one, which was lost, may have stored its image. */
  lostImage: string | undefined;
};

/** For a browser; the capture's own time begins after it. */
const MAX_BROWSER_WAIT_MS = 30_000;

/** A message that has come this often goes first: Queues gives it up after a hundred times. */
const MAX_YIELDS = 20;
const AFTER_YIELDING_SECONDS = 1;

const LOST = "The capture was lost and has been refunded.";
const DELETED = "The screenshot was deleted before it was captured.";

/**
 * Runs the capture of the message, or another account's whose turn it is: its own message finds it done then, and this
 * one comes again. Throws when the database refuses: the message is to come again then, too.
 */
export async function runQueued(
  ctx: Context,
  job: QueuedCapture,
  delivery: number,
): Promise<Outcome> {
  const other = delivery > MAX_YIELDS ? undefined : await findFairer(ctx, job);
  if (other === undefined) return run(ctx, job, delivery);
  ctx.log({ insteadOf: job.screenshotId });
  await run(ctx, other, 1);
  return { againInSeconds: AFTER_YIELDING_SECONDS };
}

/** A capture of another account that is to go first. */
async function findFairer(ctx: Context, job: QueuedCapture): Promise<QueuedCapture | undefined> {
  const turn = await takeTurn(ctx.db, job.screenshotId, ctx.clock());
  return turn === undefined || turn.isOwn ? undefined : findWaiting(ctx.db, turn.accountId);
}

async function run(ctx: Context, job: QueuedCapture, delivery: number): Promise<Outcome> {
  const startedAt = ctx.clock();
  const imageKey = createImageKey(job.options.format);
  const { before, claimed } = await claimScreenshot(ctx.db, {
    id: job.screenshotId,
    imageKey,
    now: startedAt,
    deadlineAt: attemptDeadline(startedAt, MAX_BROWSER_WAIT_MS + job.options.timeout),
    maxAttempts: MAX_ATTEMPTS,
  });
  ctx.log({
    screenshotId: job.screenshotId,
    accountId: before?.accountId,
    batchId: before?.batchId,
  });
  if (claimed === undefined) return passOver(ctx, before, startedAt);
  const source = { kind: "url" as const, url: claimed.url };
  const input = { source, name: undefined, options: job.options };
  const attempt = { id: claimed.id, imageKey, startedAt, input };
  ctx.log({ target: new URL(claimed.url).host, attempt: claimed.attempts });
  const lostImage = before?.imageKey ?? undefined;
  const outcome = await capture(ctx, { job, record: claimed, attempt, delivery, lostImage });
  await concludeBatch(ctx, claimed.batchId);
  return outcome;
}

/** A message whose capture is not to be begun: it has ended, is under way, was deleted, or was lost too often. */
async function passOver(ctx: Context, record: Screenshot | undefined, now: Date): Promise<Outcome> {
  ctx.log({ outcome: "passed_over", status: record?.status });
  if (record === undefined || record.status === "completed" || record.status === "failed")
    return "done";
  if (record.status === "processing" && record.deadlineAt >= now) {
    // Should whoever runs it be lost, this message may be the only one left.
    const leftMs = record.deadlineAt.getTime() - now.getTime();
    return { againInSeconds: Math.ceil(leftMs / 1000) + 1 };
  }
  await failExpired(ctx, [record.id], "render_failed", record.deletedAt === null ? LOST : DELETED);
  return "done";
}

async function capture(ctx: Context, run: Run): Promise<Outcome> {
  const { job, record, attempt, lostImage } = run;
  try {
    if (lostImage !== undefined) await ctx.images.remove([lostImage]);
    const options = await openOrder(ctx, job);
    const { source } = attempt.input;
    const request = { source, options, timeoutMs: options.timeout, thumbnail: "always" as const };
    const rendered = await ctx.render(request, record.accountId, "queued");
    ctx.log({ renderMs: ctx.clock().getTime() - attempt.startedAt.getTime() });
    const sizeBytes = await storeImage(ctx, attempt, rendered);
    const ended = await completeCapture(ctx, attempt, rendered, { sizeBytes, stored: true });
    // Given up as lost or taken over meanwhile, it has an end of its own.
    if (ended === undefined) throw await explainNotKept(ctx, attempt);
    ctx.log({ outcome: "completed" });
    return "done";
  } catch (error) {
    // Ends the record, or leaves it to another attempt.
    return settle(ctx, run, error);
  }
}

async function settle(
  ctx: Context,
  { record, attempt, delivery }: Run,
  error: unknown,
): Promise<Outcome> {
  const code = error instanceof ServiceError ? error.code : "internal_error";
  ctx.log({ errorCode: code, error });
  // Waiting for a browser is no attempt.
  const counts = code !== "service_unavailable";
  if (!isRetryable(error) || (counts && record.attempts >= MAX_ATTEMPTS)) {
    await markFailed(ctx, attempt, error);
    ctx.log({ outcome: "failed" });
    return "done";
  }
  const againInSeconds = retryDelaySeconds(delivery);
  const now = ctx.clock();
  const deadlineAt = messageLostAt(now, againInSeconds);
  const released = await releaseScreenshot(ctx.db, attempt, { counts, deadlineAt, updatedAt: now });
  if (released) await ctx.images.remove([attempt.imageKey]);
  ctx.log({ outcome: "put_back", againInSeconds });
  return { againInSeconds };
}

/** Faults of ours, and those that say themselves when to try again. The others are the page's, and come out the same. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.retryAfterSeconds !== undefined;
}
