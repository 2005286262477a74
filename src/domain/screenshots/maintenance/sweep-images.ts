// Images that no record has: whoever stored them was lost before it could say so, or could not remove them.
import { thumbnailKeyOf } from "../../../contract/formats.ts";
import { randomBase62 } from "../../../lib/secrets.ts";
import { selectKeptImages } from "../../../storage/audits.ts";
import { selectDiffImages } from "../../../storage/comparisons.ts";
import type { Context } from "../../context.ts";

/** Looked at in one run. Each begins anywhere in the bucket, so that in time all of it is looked at. */
const IMAGES_PER_SWEEP = 200;

/** By then whoever stored an image has said so, or has been given up as lost. */
const SETTLED_AFTER_MS = 60 * 60_000;

export async function removeOrphanedImages(ctx: Context): Promise<void> {
  const storedBefore = ctx.clock().getTime() - SETTLED_AFTER_MS;
  const listed = await ctx.images.listAround(randomBase62(4), IMAGES_PER_SWEEP);
  const settled = listed.flatMap(({ key, storedAt, screenshotId }) =>
    // What carries no record's id was put there by somebody else.
    screenshotId !== undefined && storedAt.getTime() < storedBefore ? [{ key, screenshotId }] : [],
  );
  const ids = settled.map(({ screenshotId }) => screenshotId);
  const [keptBy, diffs] = await Promise.all([
    selectKeptImages(ctx.db, ids),
    selectDiffImages(ctx.db, ids),
  ]);
  const diffKeys = new Set(diffs.map(({ key }) => key));
  const orphans = settled.filter(({ key, screenshotId }) => {
    const kept = keptBy.get(screenshotId);
    if (kept === undefined) return true;
    return key !== kept && key !== thumbnailKeyOf(kept) && !diffKeys.has(key);
  });
  if (orphans.length === 0) return;
  ctx.log({ orphanedImages: orphans.map(({ screenshotId }) => screenshotId) });
  await ctx.images.remove(orphans.map(({ key }) => key));
}
