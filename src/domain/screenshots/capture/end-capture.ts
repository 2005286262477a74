// Ends a capture: completes its record and counts its bytes, or fails it and refunds its credit.
import type { Rendered } from "../../../capture/request.ts";
import { formatFiles } from "../../../contract/formats.ts";
import { ServiceError } from "../../../contract/errors.ts";
import type { PageFacts } from "../../../contract/page-facts.ts";
import {
  completeScreenshot,
  failScreenshot,
  hasImage,
  type Screenshot,
} from "../../../storage/screenshots.ts";
import { findScreenshot } from "../../../storage/screenshot-records.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { IMAGE_CACHE_CONTROL } from "./image-key.ts";
import { storeThumbnail } from "./store-thumbnail.ts";
import type { CaptureAttempt } from "./capture-attempt.ts";

/**
 * Stores the image of an attempt. Returns the number of bytes. Throws ServiceError(navigation_timeout) when the time of the
 * capture expires before the end of a streamed image.
 */
export async function storeImage(
  ctx: Context,
  attempt: CaptureAttempt,
  { body }: Rendered,
): Promise<number> {
  const startedAt = ctx.clock();
  const facts = {
    contentType: formatFiles[attempt.options.format].contentType,
    cacheControl: IMAGE_CACHE_CONTROL,
    screenshotId: attempt.id,
  };
  const sizeBytes = await ctx.images.put(attempt.imageKey, body, facts).catch((cause: unknown) => {
    // The error of a stream loses its code between Durable Object and Worker.
    const endsAt = attempt.startedAt.getTime() + attempt.options.timeout;
    if (!(body instanceof ReadableStream) || ctx.clock().getTime() < endsAt) throw cause;
    throw new ServiceError("navigation_timeout", { details: { phase: "capture" }, cause });
  });
  ctx.log({ storeMs: ctx.clock().getTime() - startedAt.getTime() });
  return sizeBytes;
}

/**
 * Completes the record. `stored`: the image stays at attempt.imageKey. Returns undefined if the image must not stay: the
 * record was deleted (and is still unfinished), failed as lost, or claimed by another attempt.
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
    scrolled: rendered.scrolled ?? null,
    blocked: rendered.blocked ?? null,
    page: rendered.page ?? null,
    pages: rendered.pages ?? null,
    foldedPage: rendered.page === undefined ? null : foldPage(rendered.page),
    processingTimeMs: durationMs,
    updatedAt: now,
    stored: image.stored,
  });
  sendDeliveries(ctx, announced);
  if (record?.imageKey != null) ctx.defer(storeThumbnail(ctx, attempt, rendered.thumbnail));
  return record;
}

/** Returns the texts of the page that the search reads. A line break separates them, which no text contains. */
function foldPage({ title, description, url }: PageFacts): string {
  const texts = [title, description, url].filter((text) => text !== undefined);
  return texts.join("\n").toLowerCase();
}

/** Returns the error of a capture whose record did not accept its image. */
export async function explainNotStored(
  ctx: Context,
  { id }: CaptureAttempt,
): Promise<ServiceError> {
  // Deleted records are not found.
  if ((await findScreenshot(ctx.db, id)) !== undefined)
    return new ServiceError("render_failed", {
      message: "The capture took too long. It was stopped and refunded.",
    });
  return new ServiceError("image_gone", {
    message: "The screenshot was deleted during its capture. The capture was refunded.",
    details: { screenshotId: id, reason: "deleted" },
  });
}

/**
 * Fails and refunds the record, unless it is finished or claimed by another attempt. Removes the image of this attempt.
 */
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
    errorMessage: messageOf(failure),
    errorDetails: failure.details,
    updatedAt: now,
  });
  sendDeliveries(ctx, announced);
  // If only the response of the completing statement was lost, the record is completed and needs its image.
  if (failed.length === 0 && (await hasImage(ctx.db, attempt))) return;
  await ctx.images.remove([attempt.imageKey]);
}

/** Lists of screenshots show only the message, so that of invalid options names the fields. */
function messageOf({ code, message, details = {} }: ServiceError): string {
  const fields = Object.entries(details);
  if (code !== "invalid_options" || fields.length === 0) return message;
  const problems = fields.map(([field, problem]) => `${field}: ${String(problem)}`);
  return `The page cannot be captured with these options. ${problems.join("; ")}.`;
}

/** Calls markFailed and never throws. If it fails, the sweep fails and refunds the record later. */
export async function failCapture(
  ctx: Context,
  attempt: CaptureAttempt,
  error: unknown,
): Promise<void> {
  try {
    await markFailed(ctx, attempt, error);
  } catch (cause) {
    // The client receives only the first error.
    ctx.log({ refundError: cause });
  }
}

/** Reports the attempt to the metrics. Returns its duration in milliseconds. */
function measure(
  ctx: Context,
  { startedAt, options }: CaptureAttempt,
  outcome: string,
  sizeBytes: number,
  now: Date,
): number {
  const durationMs = now.getTime() - startedAt.getTime();
  ctx.measure({ outcome, format: options.format, durationMs, sizeBytes });
  return durationMs;
}
