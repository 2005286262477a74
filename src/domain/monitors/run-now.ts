// Starts a run of a monitor on request.
import { ServiceError } from "../../contract/errors.ts";
import { monthOf } from "../../lib/month.ts";
import { findRun, findStartable } from "../../storage/monitors.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import {
  assertStorageLeft,
  assertSubscribed,
  creditsUsedUp,
} from "../screenshots/capture/preconditions.ts";
import { getOwnedMonitor } from "./get-owned.ts";
import type { ListedRun } from "./monitor.ts";
import { startAndQueue } from "./start-run.ts";

/**
 * Returns the new run, or the run in progress. Throws ServiceError: not_found, forbidden, or usage_limit_exceeded if no
 * credit or storage is left.
 */
export async function runNow(ctx: Context, caller: Caller, id: string): Promise<ListedRun> {
  await getOwnedMonitor(ctx, caller, id);
  const monitor = await findStartable(ctx.db, id, monthOf(ctx.clock()));
  if (monitor === undefined) throw new ServiceError("not_found");
  const { runningRunId, used } = monitor;
  if (runningRunId !== null) return getRun(ctx, runningRunId);

  assertSubscribed(caller);
  assertStorageLeft(caller);
  const limit = caller.limits.monthlyScreenshots;
  if (used >= limit) throw creditsUsedUp(limit);
  const { runIds } = await startAndQueue(ctx, [monitor], { isManual: true });
  const run = await findRun(ctx.db, runIds[0] ?? "");
  if (run !== undefined) return run;
  // The schedule or another request started a run first.
  const started = await findStartable(ctx.db, id, monthOf(ctx.clock()));
  return getRun(ctx, started?.runningRunId ?? "");
}

async function getRun(ctx: Context, runId: string): Promise<ListedRun> {
  const run = await findRun(ctx.db, runId);
  if (run === undefined) throw new ServiceError("not_found");
  return run;
}
