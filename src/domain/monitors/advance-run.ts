// Performs the next step of a run: compares its capture, waits for a second capture, or finishes the run. Every step can be
// repeated safely after a crash, and concurrent consumers finish a run only once.
import type { MonitorFacts } from "../../contract/events.ts";
import { ServiceError } from "../../contract/errors.ts";
import { resolveLimits } from "../../contract/plans.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { createId } from "../../lib/ids.ts";
import { monthOf } from "../../lib/month.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { beginConfirming, findOpenRun, finishRun } from "../../storage/monitor-runs.ts";
import { startConfirmation } from "../../storage/monitor-confirmations.ts";
import {
  assertComparable,
  type Comparable,
  compareImages,
  storeComparison,
} from "../comparisons/compare-screenshots.ts";
import type { Context } from "../context.ts";
import { messageLostAt } from "../screenshots/batch/retry-policy.ts";
import type { Screenshot } from "../screenshots/records/screenshot.ts";
import { sendDeliveries } from "../webhooks/send-deliveries.ts";
import type { Decision, End, OpenRun } from "./run-decision.ts";
import { sendRunSteps, stepLostAt } from "./send-run-steps.ts";
import { queueCaptures } from "./start-run.ts";
import { withBaseline } from "./with-baseline.ts";

const CONFIRM_AFTER_SECONDS = 30;

/** Throws if the database or the image storage fails. The caller must repeat the step. */
export async function advanceRun(ctx: Context, runId: string): Promise<void> {
  const open = await findOpenRun(ctx.db, runId);
  ctx.log({ monitorRunId: runId, monitorId: open?.monitor.id });
  if (open === undefined) return;
  const end = await decide(ctx, open).catch((error: unknown) => failureOf(error));
  if (end === undefined) return;

  const { monitor, run } = open;
  const { finished, announced } = await finishRun(ctx.db, runId, {
    ...end,
    from: run.status === "confirming" ? "confirming" : "capturing",
    finishedAt: ctx.clock(),
    facts: { monitor: { _id: monitor.id, name: monitor.name, url: monitor.url, runId } },
  });
  ctx.log({ runStatus: end.status, runFinished: finished });
  sendDeliveries(ctx, announced);
}

/** Converts permanent errors to a failed run. Throws other errors, so that the step is repeated. */
function failureOf(error: unknown): End {
  if (!(error instanceof ServiceError)) throw error;
  const details = Object.values(error.details ?? {});
  const message =
    error.code === "invalid_options"
      ? `The images cannot be compared: ${details.join("; ")}.`
      : error.message;
  return { status: "failed", reason: error.code, message };
}

function decide(ctx: Context, open: OpenRun): Promise<Decision> {
  return open.run.status === "confirming" ? confirm(ctx, open) : compareFirst(ctx, open);
}

async function compareFirst(ctx: Context, open: OpenRun): Promise<Decision> {
  const { run, monitor, screenshot } = open;
  const captured = capturedBy(screenshot);
  if (captured === undefined) return undefined;
  const { ignore, threshold, minRatio, confirm: confirms } = monitor.compare;
  const settings = { threshold, ignore, antialiasing: false };
  return withBaseline(ctx, open, async (before) => {
    const compared = await compareImages(ctx, before, captured, settings);
    const { result } = compared;
    const isChanged = result.changed && result.ratio >= minRatio;
    if (!isChanged) return { status: "same", beforeId: before.id, result, comparisonId: null };
    if (!confirms) return changed(ctx, open, before, captured, compared);

    const now = ctx.clock();
    const confirmAt = new Date(now.getTime() + CONFIRM_AFTER_SECONDS * 1000);
    const stepAt = stepLostAt(now, CONFIRM_AFTER_SECONDS);
    const wait = { beforeId: before.id, confirmAt, stepAt };
    if (await beginConfirming(ctx.db, run.id, wait))
      await sendRunSteps(ctx, [run.id], CONFIRM_AFTER_SECONDS);
    return undefined;
  });
}

async function confirm(ctx: Context, open: OpenRun): Promise<Decision> {
  const { run, monitor, screenshot, confirmation } = open;
  if (run.confirmScreenshotId === null) return captureAgain(ctx, open);
  const confirmed = capturedBy(confirmation);
  const captured = capturedBy(screenshot);
  if (confirmed === undefined || captured === undefined) return undefined;
  const { ignore, threshold, minRatio } = monitor.compare;
  const settings = { threshold, ignore, antialiasing: false };
  return withBaseline(ctx, open, async (before) => {
    const { mask } = await compareImages(ctx, before, confirmed, settings);
    const compared = await compareImages(ctx, before, captured, { ...settings, within: mask });
    const { result } = compared;
    if (!result.changed || result.ratio < minRatio)
      return { status: "same", beforeId: before.id, result, comparisonId: null };
    return changed(ctx, open, before, captured, compared);
  });
}

async function captureAgain(ctx: Context, { run }: OpenRun): Promise<undefined> {
  const now = ctx.clock();
  const waitSeconds = Math.ceil(((run.confirmAt?.getTime() ?? 0) - now.getTime()) / 1000);
  if (waitSeconds > 0) {
    await sendRunSteps(ctx, [run.id], waitSeconds);
    return undefined;
  }
  const ids = { runId: run.id, batchId: createId(now), screenshotId: createId(now) };
  const { captures, announced } = await startConfirmation(ctx.db, ids, {
    now,
    month: monthOf(now),
    lostAt: messageLostAt(now),
    stepAt: stepLostAt(now),
  });
  sendDeliveries(ctx, announced);
  await queueCaptures(ctx, captures);
  return undefined;
}

/**
 * Returns the image of a capture, or undefined while the capture is in progress. Throws ServiceError if the capture has no
 * image.
 */
function capturedBy(record: Screenshot | undefined): Comparable | undefined {
  if (record === undefined || record.deletedAt !== null) {
    throw new ServiceError("image_gone", {
      message: "The screenshot was deleted before it was compared.",
    });
  }
  const { status, errorCode, errorMessage } = record;
  if (status === "pending" || status === "processing") return undefined;
  if (status === "failed") {
    const code = errorCode === null || errorCode === "not_queued" ? "render_failed" : errorCode;
    throw new ServiceError(code, errorMessage === null ? {} : { message: errorMessage });
  }
  return assertComparable("after", record);
}

/** Stores the comparison with its diff image, and describes the change. */
async function changed(
  ctx: Context,
  { run, monitor, account }: OpenRun,
  before: Comparable,
  after: Comparable,
  compared: Awaited<ReturnType<typeof compareImages>>,
): Promise<End> {
  const { result } = compared;
  const overrides = { ...account, monthlyScreenshots: null, requestsPerMinute: null };
  const limits = resolveLimits(account.plan, overrides);
  const owner = {
    accountId: monitor.accountId,
    storageUsedBytes: account.storageUsedBytes,
    limits,
  };
  // Use the run id as part of the key, so that a repeated step finds the stored comparison.
  const settingsHash = await sha256Hex(canonicalJson({ run: run.id }));
  const identity = { beforeId: before.id, afterId: after.id, settingsHash };
  const stored = await storeComparison(ctx, owner, identity, { after, ...compared });
  const { ratio, pixels, shiftedBy, regions } = result;
  const change: NonNullable<MonitorFacts["change"]> = {
    ratio,
    pixels,
    ...(shiftedBy === undefined ? {} : { shiftedBy }),
    regions,
    before: before.id,
    after: after.id,
    diffKey: stored?.diffKey ?? null,
  };
  return {
    status: "changed",
    beforeId: before.id,
    result,
    comparisonId: stored?.id ?? null,
    change,
  };
}
