// Finds the baseline of a run and compares with it: a pinned screenshot, or the newest previous screenshot.
import { ServiceError } from "../../contract/errors.ts";
import { countComparison, findPreviousScreenshot } from "../../storage/monitor-runs.ts";
import { findScreenshot } from "../../storage/screenshot-records.ts";
import { assertComparable, type Comparable } from "../comparisons/compare-screenshots.ts";
import type { Context } from "../context.ts";
import type { Decision, End, OpenRun } from "./run-decision.ts";

/** After this number of interrupted comparisons, the run fails, because the images may exceed the memory. */
const MAX_INTERRUPTED = 3;

/** After this number of screenshots without a usable image, the run starts a new series of comparisons. */
const MAX_UNUSABLE = 10;

/**
 * Calls `decideWith` with the baseline. If the image of a previous screenshot is missing or corrupt, uses an older
 * screenshot.
 */
export async function withBaseline(
  ctx: Context,
  open: OpenRun,
  decideWith: (before: Comparable) => Promise<Decision>,
): Promise<Decision> {
  const unusable: string[] = [];
  while (unusable.length < MAX_UNUSABLE) {
    const before = await findBaseline(ctx, open, unusable);
    if (before === undefined) return first();
    const started = await countComparison(ctx.db, open.run.id, 1);
    if (started !== undefined && started > MAX_INTERRUPTED) return tooOften();
    try {
      return await decideWith(before);
    } catch (error) {
      // Only a previous screenshot can be replaced. Throw all other errors.
      if (open.monitor.baselineId !== null || !isWithoutImage(ctx, before, error)) throw error;
      ctx.log({ unusableBaseline: before.id });
      unusable.push(before.id);
      // This comparison has ended without an interruption.
      await countComparison(ctx.db, open.run.id, -1);
    }
  }
  return first();
}

/** Returns whether a comparison failed because the image of `before` is missing or corrupt. */
function isWithoutImage(ctx: Context, before: Comparable, error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { code, details = {}, cause } = error;
  if (code === "image_gone") return details["screenshot"] === before.id;
  return "before" in details && ctx.compare.isUnreadable(cause);
}

/** Returns undefined if the run is the first of its series. Throws ServiceError if a pinned screenshot has no image. */
async function findBaseline(
  ctx: Context,
  { run, monitor }: OpenRun,
  unusable: string[],
): Promise<Comparable | undefined> {
  const { baselineId, id: monitorId, seriesStartedAt: since } = monitor;
  if (baselineId !== null) {
    const pinned = await findScreenshot(ctx.db, baselineId);
    if (pinned !== undefined) return assertComparable("before", pinned);
    throw new ServiceError("image_gone", { message: "The pinned screenshot was deleted." });
  }
  const previous = await findPreviousScreenshot(ctx.db, {
    monitorId,
    runId: run.id,
    since,
    unusable,
  });
  return previous && assertComparable("before", previous);
}

function first(): End {
  return { status: "first", beforeId: null, result: null, comparisonId: null };
}

function tooOften(): End {
  return {
    status: "failed",
    reason: "comparison_failed",
    message: "The images could not be compared.",
  };
}
