// Continues runs whose step was lost, and deletes old runs.
import { createId } from "../../lib/ids.ts";
import { deleteOldRuns, deleteSkippedRuns, takeOverdueRuns } from "../../storage/monitor-runs.ts";
import type { Context } from "../context.ts";
import { sendRunSteps, stepLostAt } from "./send-run-steps.ts";

const RUNS_PER_SWEEP = 500;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Runs are stored for this time. It is longer than the longest schedule, so that the previous run of every monitor is still
 * stored.
 */
const KEPT_MS = 400 * DAY_MS;

/**
 * Skipped runs are stored for this time: a monitor without credits would otherwise store a run every five minutes. Those that
 * are not deleted in the day after it stay for 400 days: they are a monitor's latest run at that time, so there are few.
 */
const SKIPPED_KEPT_MS = 2 * DAY_MS;

export async function resumeLostRuns(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const nextAt = stepLostAt(now);
  const lost = await takeOverdueRuns(ctx.db, { now, nextAt, limit: RUNS_PER_SWEEP });
  if (lost.length === 0) return;
  ctx.log({ resumedRuns: lost.length });
  await sendRunSteps(ctx, lost);
}

export async function removeOldRuns(ctx: Context): Promise<void> {
  const idBefore = (ageMs: number) => createId(new Date(ctx.clock().getTime() - ageMs)).slice(0, 8);
  await deleteOldRuns(ctx.db, idBefore(KEPT_MS), RUNS_PER_SWEEP);
  await deleteSkippedRuns(ctx.db, {
    from: idBefore(SKIPPED_KEPT_MS + DAY_MS),
    before: idBefore(SKIPPED_KEPT_MS),
    limit: RUNS_PER_SWEEP,
  });
}
