// Stores the thumbnail after the image and its record, so that neither waits for the thumbnail.
import type { Rendered } from "../../../capture/request.ts";
import { formatFiles, thumbnailFormat, thumbnailKeyOf } from "../../../contract/formats.ts";
import { addThumbnail } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { IMAGE_CACHE_CONTROL } from "./image-key.ts";
import type { CaptureAttempt } from "./capture-attempt.ts";

/** Never throws: a capture is complete without a thumbnail. */
export async function storeThumbnail(
  ctx: Context,
  attempt: CaptureAttempt,
  thumbnail: Rendered["thumbnail"],
): Promise<void> {
  try {
    const bytes = await thumbnail;
    if (bytes === undefined) return;
    await ctx.images.put(thumbnailKeyOf(attempt.imageKey), bytes, {
      contentType: formatFiles[thumbnailFormat(attempt.options)].contentType,
      cacheControl: IMAGE_CACHE_CONTROL,
      screenshotId: attempt.id,
    });
    if (!(await addThumbnail(ctx.db, attempt))) await ctx.images.remove([attempt.imageKey]);
  } catch (error) {
    // Lists show the image itself or its format instead.
    ctx.log({ thumbnailError: error });
  }
}
