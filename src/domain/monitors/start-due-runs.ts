// Starts the runs that are due, longest overdue first.
import { selectDue } from "../../storage/monitors.ts";
import type { Context } from "../context.ts";
import { skipTimes, startAndQueue } from "./start-run.ts";

/** The number of runs in one D1 batch, and the number of batches per minute: together 10,000 runs. */
const RUNS_PER_STEP = 250;
const STEPS_PER_MINUTE = 40;

export async function startDueRuns(ctx: Context): Promise<void> {
  let [due, captures] = [0, 0];
  for (let step = 0; step < STEPS_PER_MINUTE; step++) {
    const monitors = await selectDue(ctx.db, ctx.clock(), RUNS_PER_STEP);
    if (monitors.length === 0) break;
    const { suspended = [], running = [] } = Object.groupBy(monitors, ({ owner }) =>
      owner.subscriptionStatus === "canceled" ? "suspended" : "running",
    );
    if (suspended.length > 0) await skipTimes(ctx, suspended);
    if (running.length > 0) {
      const started = await startAndQueue(ctx, running, { isManual: false });
      captures += started.captures;
    }
    due += running.length;
    if (monitors.length < RUNS_PER_STEP) break;
  }
  if (due > 0) ctx.log({ dueRuns: due, startedRuns: captures });
}
