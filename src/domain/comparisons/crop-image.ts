// Cuts rows out of a stored PNG, for pages that show parts of tall images.
import type { RowRange } from "../../compare/crop-png.ts";
import { ServiceError } from "../../contract/errors.ts";
import { byteStreamOf } from "../../lib/byte-stream.ts";
import type { Context } from "../context.ts";
import { isImageKey } from "../screenshots/capture/image-key.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * Returns a PNG with these rows of an image. The unguessable key grants access. Throws ServiceError(not_found) if the
 * image is not stored, is no PNG, or has none of these rows.
 */
export async function cropImage(ctx: Context, key: string, range: RowRange) {
  const image = isImageKey(key) ? await ctx.images.get(key) : undefined;
  if (image === undefined) throw new ServiceError("not_found");
  const body = image.body as ReadableStream<Uint8Array>; // R2 streams bytes
  try {
    const cropped = await ctx.compare.crop(await ctx.compare.open(body), range);
    if (cropped !== undefined) return byteStreamOf(cropped, CHUNK_BYTES);
  } catch (error) {
    if (!ctx.compare.isUnreadable(error)) throw error;
  }
  throw new ServiceError("not_found");
}
