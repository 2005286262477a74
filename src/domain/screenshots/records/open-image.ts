// Opens the image of a record for download.
import type { StoredImage } from "../../../storage/images.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { missingImageError } from "../maintenance/expire-images.ts";
import { getOwned } from "./get-owned.ts";
import type { Screenshot } from "./screenshot.ts";
import { ServiceError } from "../../../contract/errors.ts";

/** Throws ServiceError: not_found, forbidden, or image_gone if the image has expired. */
export async function openImage(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<{ record: Screenshot; image: StoredImage & { body: ReadableStream } }> {
  const record = await getOwned(ctx, caller, id);
  const key = record.status === "completed" ? record.imageKey : null;
  if (key === null)
    throw new ServiceError(record.imageExpiredAt === null ? "not_found" : "image_gone");
  const image = await ctx.images.get(key);
  if (image === undefined) throw await missingImageError(ctx, key);
  return { record, image };
}
