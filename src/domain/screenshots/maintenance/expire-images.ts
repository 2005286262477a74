// Deletes images after the retention of their account, or after RETENTION_DAYS. Keeps the records.
import { ServiceError } from "../../../contract/errors.ts";
import { selectDiffImages } from "../../../storage/comparisons.ts";
import { findExpiry, markExpired, selectOutdated } from "../../../storage/retention.ts";
import type { Context } from "../../context.ts";
import { isImageKey } from "../capture/image-key.ts";

/** R2 deletes at most 1,000 objects per call, and each image has a thumbnail. Three calls a minute delete 90,000 images an hour. */
const IMAGES_PER_STEP = 500;
const STEPS_PER_SWEEP = 3;

export async function expireImages(ctx: Context): Promise<void> {
  const { retentionDays: images, recordRetentionDays: records } = ctx.config;
  let expired = 0;
  for (let step = 0; step < STEPS_PER_SWEEP; step++) {
    const now = ctx.clock();
    const limit = IMAGES_PER_STEP;
    const outdated = await selectOutdated(ctx.db, { now, defaultDays: { images, records }, limit });
    if (outdated.length === 0) break;
    // Delete images before marking their records: after a crash, the next run deletes the images again.
    const ids = outdated.map(({ id }) => id);
    const diffs = await selectDiffImages(ctx.db, ids);
    await ctx.images.remove([
      ...outdated.map(({ imageKey }) => imageKey),
      ...diffs.map(({ key }) => key),
    ]);
    await markExpired(ctx.db, ids, now);
    expired += ids.length;
    if (ids.length < limit) break;
  }
  if (expired > 0) ctx.log({ expiredImages: expired });
}

/** Returns the error for an image that is not in storage: image_gone if the image has expired, otherwise not_found. */
export async function missingImageError(ctx: Context, imageKey: string): Promise<ServiceError> {
  const expiredAt = isImageKey(imageKey) ? await findExpiry(ctx.db, imageKey) : undefined;
  if (expiredAt === undefined) return new ServiceError("not_found");
  return new ServiceError("image_gone", {
    details: { reason: "expired", expiredAt: expiredAt.toISOString() },
  });
}
