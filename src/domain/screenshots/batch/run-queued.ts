// Runs a queued capture: pending → processing → completed or failed, or back to pending. Messages may arrive repeatedly and
// in any order; one attempt at a time renders the capture, and it is charged once.
import type { QueuedCapture } from "../../../contract/queued-capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { plans } from "../../../contract/plans.ts";
import { findWaiting, takeTurn } from "../../../storage/queue-turns.ts";
import { claimScreenshot, releaseScreenshot } from "../../../storage/queued-captures.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { openOrder } from "./capture-order.ts";
import { concludeBatch } from "./conclude-batch.ts";
import { attemptDeadline, type CaptureAttempt } from "../capture/capture-attempt.ts";
import {
  completeCapture,
  explainNotStored,
  markFailed,
  storeImage,
} from "../capture/end-capture.ts";
import { failExpired } from "./fail-expired.ts";
import { createImageKey } from "../capture/image-key.ts";
import { assertStorageLeft, type StorageOwner } from "../capture/preconditions.ts";
import { MAX_ATTEMPTS, messageLostAt, retryDelaySeconds } from "./retry-policy.ts";

/** "done": acknowledge the message. "retry": the queue must send it again after the delay. */
export type Outcome = { kind: "done" } | { kind: "retry"; delaySeconds: number };

const DONE: Outcome = { kind: "done" };

/** A claimed capture. */
type Run = {
  queued: QueuedCapture;
  record: Screenshot;
  owner: StorageOwner | undefined;
  attempt: CaptureAttempt;
  /** How many times the queue has sent the message, including this time. */
  receiveCount: number;
  /** The key under which a lost attempt may have stored its image. */
  lostImage: string | undefined;
};

/** The maximum wait for a browser. The timeout of the capture starts after this wait. */
const MAX_BROWSER_WAIT_MS = 30_000;

/**
 * The maximum number of times a message yields to another account. Cloudflare Queues discards a message after 100 retries.
 */
const MAX_YIELDS = 20;
const YIELD_DELAY_SECONDS = 1;

const LOST = "The capture was interrupted and has been refunded. Capture the page again.";
const DELETED = "The screenshot was deleted before its capture started.";

/**
 * Runs the capture of the message. If another account is scheduled next, runs a capture of that account instead and retries
 * this message. The message of the other capture is skipped later, because that capture is finished. Throws if the database fails: retry the message.
 */
export async function runQueued(
  ctx: Context,
  queued: QueuedCapture,
  receiveCount: number,
): Promise<Outcome> {
  const other = receiveCount > MAX_YIELDS ? undefined : await findFairer(ctx, queued);
  if (other === undefined) return run(ctx, queued, receiveCount);
  ctx.log({ insteadOf: queued.screenshotId });
  await run(ctx, other, 1);
  return { kind: "retry", delaySeconds: YIELD_DELAY_SECONDS };
}

/** Returns the capture of another account that is scheduled before this one. */
async function findFairer(ctx: Context, queued: QueuedCapture): Promise<QueuedCapture | undefined> {
  const turn = await takeTurn(ctx.db, queued.screenshotId, ctx.clock());
  return turn === undefined || turn.isOwn ? undefined : findWaiting(ctx.db, turn.accountId);
}

async function run(ctx: Context, queued: QueuedCapture, receiveCount: number): Promise<Outcome> {
  const startedAt = ctx.clock();
  const { screenshotId, options } = queued;
  const imageKey = createImageKey(options.format);
  const { before, claimed, storage } = await claimScreenshot(ctx.db, {
    id: screenshotId,
    imageKey,
    now: startedAt,
    deadlineAt: attemptDeadline(startedAt, MAX_BROWSER_WAIT_MS + options.timeout),
    maxAttempts: MAX_ATTEMPTS,
  });
  ctx.log({ screenshotId, accountId: before?.accountId, batchId: before?.batchId });
  if (claimed === undefined) return skip(ctx, before, startedAt);

  const attempt = { id: claimed.id, imageKey, startedAt, options };
  ctx.log({ target: new URL(claimed.url).host, attempt: claimed.attempts });
  const lostImage = before?.imageKey ?? undefined;
  const owner = storage && {
    storageUsedBytes: storage.usedBytes,
    limits: { storageBytes: storage.limitBytes ?? plans[storage.plan].limits.storageBytes },
  };
  const claimedRun = { queued, record: claimed, owner, attempt, receiveCount, lostImage };
  const outcome = await capture(ctx, claimedRun);
  await concludeBatch(ctx, claimed.batchId);
  return outcome;
}

/** Handles a message whose capture must not start: it is finished, in progress, deleted, or was lost too often. */
async function skip(ctx: Context, record: Screenshot | undefined, now: Date): Promise<Outcome> {
  ctx.log({ outcome: "skipped", status: record?.status });
  if (record === undefined || record.status === "completed" || record.status === "failed")
    return DONE;
  if (record.status === "processing" && record.deadlineAt >= now) {
    // Keep this message: it may be the only one left if the running attempt is lost.
    const remainingMs = record.deadlineAt.getTime() - now.getTime();
    return { kind: "retry", delaySeconds: Math.ceil(remainingMs / 1000) + 1 };
  }
  await failExpired(ctx, [record.id], "render_failed", record.deletedAt === null ? LOST : DELETED);
  return DONE;
}

async function capture(ctx: Context, run: Run): Promise<Outcome> {
  const { queued, record, owner, attempt, lostImage } = run;
  try {
    if (lostImage !== undefined) await ctx.images.remove([lostImage]);
    // Other captures of the batch may have filled the storage since it was accepted.
    if (owner !== undefined) assertStorageLeft(owner);
    const options = await openOrder(ctx, queued);
    const source = { kind: "url" as const, url: record.url };
    const { invisibleSelectors } = queued;
    const request = {
      source,
      options,
      timeoutMs: options.timeout,
      thumbnail: "always" as const,
      ...(invisibleSelectors === undefined ? {} : { invisibleSelectors }),
    };
    const rendered = await ctx.render(request, record.accountId, "queued");
    ctx.log({ renderMs: ctx.clock().getTime() - attempt.startedAt.getTime() });
    const sizeBytes = await storeImage(ctx, attempt, rendered);
    const completed = await completeCapture(ctx, attempt, rendered, { sizeBytes, stored: true });
    if (completed === undefined) throw await explainNotStored(ctx, attempt);
    ctx.log({ outcome: "completed" });
    return DONE;
  } catch (error) {
    // Fail the record, or release it for another attempt.
    return failOrRelease(ctx, run, error);
  }
}

async function failOrRelease(
  ctx: Context,
  { record, attempt, receiveCount }: Run,
  error: unknown,
): Promise<Outcome> {
  const code = error instanceof ServiceError ? error.code : "internal_error";
  ctx.log({ errorCode: code, error });
  // An attempt without a browser does not count as one of MAX_ATTEMPTS.
  const counts = code !== "service_unavailable";
  if (!isRetryable(error) || (counts && record.attempts >= MAX_ATTEMPTS)) {
    await markFailed(ctx, attempt, error);
    ctx.log({ outcome: "failed" });
    return DONE;
  }
  const retryAfterSeconds = error instanceof ServiceError ? error.retryAfterSeconds : undefined;
  const delaySeconds = retryDelaySeconds(receiveCount, retryAfterSeconds);
  const now = ctx.clock();
  const deadlineAt = messageLostAt(now, delaySeconds);
  const released = await releaseScreenshot(ctx.db, attempt, { counts, deadlineAt, updatedAt: now });
  if (released) await ctx.images.remove([attempt.imageKey]);
  ctx.log({ outcome: "released", againInSeconds: delaySeconds });
  return { kind: "retry", delaySeconds };
}

/** Returns true for internal failures and for errors with Retry-After. Errors of the page would occur again. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.retryAfterSeconds !== undefined;
}
