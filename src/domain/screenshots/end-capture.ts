// How a capture ends: its image kept and counted, or its credit given back.
import type { Rendered } from "../../capture/request.ts";
import { formatFiles, thumbnailFormat, thumbnailKeyOf } from "../../contract/formats.ts";
import { ServiceError } from "../../contract/errors.ts";
import { completeScreenshot, failScreenshot, type Screenshot } from "../../storage/screenshots.ts";
import type { Context } from "../context.ts";
import type { Job } from "./start-capture.ts";

/**
 * A deleted image must be gone within seconds, so nobody may keep one for longer without asking; asking is cheap
 * (docs/decisions.md "Requests").
 */
export const IMAGE_CACHE_CONTROL = "public, max-age=10, must-revalidate";

/** Stores the image, and beside it the thumbnail where there is one. */
export async function storeImage(
  ctx: Context,
  job: Job,
  { body, thumbnail }: Rendered,
): Promise<{ sizeBytes: number; hasThumbnail: boolean }> {
  const { contentType } = formatFiles[job.input.options.format];
  const startedAt = ctx.clock();
  const thumbnailStored = storeThumbnail(ctx, job, thumbnail);
  try {
    const sizeBytes = await ctx.images.put(job.imageKey, body, {
      contentType,
      cacheControl: IMAGE_CACHE_CONTROL,
    });
    ctx.log({ storeMs: ctx.clock().getTime() - startedAt.getTime() });
    return { sizeBytes, hasThumbnail: await thumbnailStored };
  } finally {
    // Should the image be removed now, the thumbnail must not come after that.
    await thumbnailStored;
  }
}

/** Never throws: a capture without a thumbnail is a good capture. */
async function storeThumbnail(
  ctx: Context,
  job: Job,
  thumbnail: Rendered["thumbnail"],
): Promise<boolean> {
  try {
    const bytes = await thumbnail;
    if (bytes === undefined) return false;
    await ctx.images.put(thumbnailKeyOf(job.imageKey), bytes, {
      contentType: formatFiles[thumbnailFormat(job.input.options)].contentType,
      cacheControl: IMAGE_CACHE_CONTROL,
    });
    return true;
  } catch (error) {
    // Seen in the log; the gallery shows the image's format instead.
    ctx.log({ thumbnailError: error });
    return false;
  }
}

/**
 * Completes the record. `stored`: the image is at job.imageKey and stays there. Returns undefined when the image is not
 * to stay, because the record was deleted or given up as lost meanwhile.
 */
export async function completeCapture(
  ctx: Context,
  job: Job,
  rendered: Rendered,
  image: { sizeBytes: number; hasThumbnail: boolean; stored: boolean },
): Promise<Screenshot | undefined> {
  const now = ctx.clock();
  const record = await completeScreenshot(ctx.db, job.id, {
    fileSize: image.sizeBytes,
    width: rendered.widthPx,
    height: rendered.heightPx,
    httpStatus: rendered.httpStatus ?? null,
    truncated: rendered.truncated,
    processingTimeMs: now.getTime() - job.startedAt.getTime(),
    updatedAt: now,
    hasThumbnail: image.hasThumbnail,
    stored: image.stored,
  });
  return image.stored && record?.imageKey == null ? undefined : record;
}

/** Fails and refunds the record unless it has ended, and removes its image. Never throws: what it cannot do now, the sweep does later. */
export async function failCapture(ctx: Context, job: Job, error: unknown): Promise<void> {
  const failure =
    error instanceof ServiceError ? error : new ServiceError("internal_error", { cause: error });
  try {
    await failScreenshot(ctx.db, job.id, {
      errorCode: failure.code,
      errorMessage: failure.message,
      updatedAt: ctx.clock(),
    });
    await ctx.images.remove([job.imageKey]);
  } catch (cause) {
    // The caller is to hear of the first error, not of this one.
    ctx.log({ refundError: cause });
  }
}
