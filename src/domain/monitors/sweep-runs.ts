// Continues runs whose step was lost, and deletes old runs.
import { createId } from "../../lib/ids.ts";
import { deleteOldRuns, takeOverdueRuns } from "../../storage/monitor-runs.ts";
import type { Context } from "../context.ts";
import { sendRunSteps, stepLostAt } from "./send-run-steps.ts";

const RUNS_PER_SWEEP = 500;

/**
 * Runs are stored for this time. It is longer than the longest schedule, so that the previous run of every monitor is still
 * stored.
 */
const KEPT_MS = 400 * 24 * 60 * 60_000;

export async function resumeLostRuns(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const nextAt = stepLostAt(now);
  const lost = await takeOverdueRuns(ctx.db, { now, nextAt, limit: RUNS_PER_SWEEP });
  if (lost.length === 0) return;
  ctx.log({ resumedRuns: lost.length });
  await sendRunSteps(ctx, lost);
}

export async function removeOldRuns(ctx: Context): Promise<void> {
  const before = createId(new Date(ctx.clock().getTime() - KEPT_MS)).slice(0, 8);
  await deleteOldRuns(ctx.db, before, RUNS_PER_SWEEP);
}
