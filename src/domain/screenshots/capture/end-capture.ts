// How a capture ends: its image kept and counted, or its credit given back.
import type { Rendered } from "../../../capture/request.ts";
import { formatFiles } from "../../../contract/formats.ts";
import { ServiceError } from "../../../contract/errors.ts";
import {
  completeScreenshot,
  failScreenshot,
  keepsImage,
  type Screenshot,
} from "../../../storage/screenshots.ts";
import { findScreenshot } from "../../../storage/screenshot-records.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { IMAGE_CACHE_CONTROL } from "./image-key.ts";
import { storeThumbnail } from "./store-thumbnail.ts";
import type { CaptureAttempt } from "./reserve-capture.ts";

/** Returns the bytes stored. */
export async function storeImage(
  ctx: Context,
  attempt: CaptureAttempt,
  { body }: Rendered,
): Promise<number> {
  const startedAt = ctx.clock();
  const sizeBytes = await ctx.images.put(attempt.imageKey, body, {
    contentType: formatFiles[attempt.input.options.format].contentType,
    cacheControl: IMAGE_CACHE_CONTROL,
    screenshotId: attempt.id,
  });
  ctx.log({ storeMs: ctx.clock().getTime() - startedAt.getTime() });
  return sizeBytes;
}

/**
 * Completes the record. `stored`: the image is at attempt.imageKey and stays there. Returns undefined when it is not to
 * stay, because the record was deleted (and has no end yet), given up as lost or begun again meanwhile.
 */
export async function completeCapture(
  ctx: Context,
  attempt: CaptureAttempt,
  rendered: Rendered,
  image: { sizeBytes: number; stored: boolean },
): Promise<Screenshot | undefined> {
  const now = ctx.clock();
  const durationMs = measure(ctx, attempt, "completed", image.sizeBytes, now);
  const { record, announced } = await completeScreenshot(ctx.db, attempt, {
    fileSize: image.sizeBytes,
    width: rendered.widthPx,
    height: rendered.heightPx,
    httpStatus: rendered.httpStatus ?? null,
    truncated: rendered.truncated,
    blocked: rendered.blocked ?? null,
    processingTimeMs: durationMs,
    updatedAt: now,
    stored: image.stored,
  });
  sendDeliveries(ctx, announced);
  if (record?.imageKey != null) ctx.defer(storeThumbnail(ctx, attempt, rendered.thumbnail));
  return record;
}

/** What a capture ends in whose record did not take its image: nobody is left to get the picture. */
export async function explainNotKept(ctx: Context, { id }: CaptureAttempt): Promise<ServiceError> {
  // The database finds those that are not deleted.
  if ((await findScreenshot(ctx.db, id)) !== undefined)
    return new ServiceError("render_failed", {
      message: "The capture took too long and was given up; it has been refunded.",
    });
  return new ServiceError("image_gone", {
    message: "The screenshot was deleted while it was captured; it has been refunded.",
    details: { screenshotId: id, reason: "deleted" },
  });
}

/** Fails and refunds the record unless it has ended or is another attempt's, and removes this attempt's image. */
export async function markFailed(
  ctx: Context,
  attempt: CaptureAttempt,
  error: unknown,
): Promise<void> {
  const failure =
    error instanceof ServiceError ? error : new ServiceError("internal_error", { cause: error });
  const now = ctx.clock();
  measure(ctx, attempt, failure.code, 0, now);
  const { failed, announced } = await failScreenshot(ctx.db, attempt, {
    errorCode: failure.code,
    errorMessage: failure.message,
    updatedAt: now,
  });
  sendDeliveries(ctx, announced);
  // An error may also be the lost answer to a completion that came to pass.
  if (failed.length === 0 && (await keepsImage(ctx.db, attempt))) return;
  await ctx.images.remove([attempt.imageKey]);
}

/** The same for a caller who is to hear of the first error alone: what cannot be done now, the sweep does later. */
export async function failCapture(
  ctx: Context,
  attempt: CaptureAttempt,
  error: unknown,
): Promise<void> {
  try {
    await markFailed(ctx, attempt, error);
  } catch (cause) {
    // Logged, because nobody else hears of it.
    ctx.log({ refundError: cause });
  }
}

/** Returns how long the attempt took, milliseconds. */
function measure(
  ctx: Context,
  { startedAt, input }: CaptureAttempt,
  outcome: string,
  sizeBytes: number,
  now: Date,
): number {
  const durationMs = now.getTime() - startedAt.getTime();
  ctx.measure({ outcome, format: input.options.format, durationMs, sizeBytes });
  return durationMs;
}
