// Deletes images without a record. A capture that is lost after it stored its image leaves such an image, and so does a
// failed deletion.
import { thumbnailKeyOf } from "../../../contract/formats.ts";
import { randomBase62 } from "../../../lib/secrets.ts";
import { selectKeptImages } from "../../../storage/audits.ts";
import { selectDiffImages } from "../../../storage/comparisons.ts";
import type { Context } from "../../context.ts";

/** Images checked per run. Each run starts at a random key, so that the runs cover the whole bucket over time. */
const IMAGES_PER_SWEEP = 200;

/** After this time, the capture of an image has completed or counts as lost. */
const CAPTURE_OVER_AFTER_MS = 60 * 60_000;

export async function removeOrphanedImages(ctx: Context): Promise<void> {
  const storedBefore = ctx.clock().getTime() - CAPTURE_OVER_AFTER_MS;
  const listed = await ctx.images.listAround(randomBase62(4), IMAGES_PER_SWEEP);
  const candidates = listed.flatMap(({ key, storedAt, screenshotId }) =>
    // Objects without a record id are not from this service. Do not delete them.
    screenshotId !== undefined && storedAt.getTime() < storedBefore ? [{ key, screenshotId }] : [],
  );
  const ids = candidates.map(({ screenshotId }) => screenshotId);
  const [keptBy, diffs] = await Promise.all([
    selectKeptImages(ctx.db, ids),
    selectDiffImages(ctx.db, ids),
  ]);
  const diffKeys = new Set(diffs.map(({ key }) => key));
  const orphans = candidates.filter(({ key, screenshotId }) => {
    const kept = keptBy.get(screenshotId);
    if (kept === undefined) return true;
    return key !== kept && key !== thumbnailKeyOf(kept) && !diffKeys.has(key);
  });
  if (orphans.length === 0) return;
  ctx.log({ orphanedImages: orphans.map(({ screenshotId }) => screenshotId) });
  await ctx.images.remove(orphans.map(({ key }) => key));
}
