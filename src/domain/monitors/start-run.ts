// Starts runs of monitors and queues their captures.
import { resolveLimits } from "../../contract/plans.ts";
import { createId } from "../../lib/ids.ts";
import { monthOf } from "../../lib/month.ts";
import { nextRunTime } from "../../lib/run-schedule.ts";
import { maxRefunds } from "../../storage/credits.ts";
import { moveNextRuns, type selectDue } from "../../storage/monitors.ts";
import type { StartedCapture } from "../../storage/monitor-captures.ts";
import { type RunStart, startRuns } from "../../storage/monitor-starts.ts";
import type { Context } from "../context.ts";
import { messageLostAt } from "../screenshots/batch/retry-policy.ts";
import { sendQueuedCaptures } from "../screenshots/batch/send-queued-captures.ts";
import { sendDeliveries } from "../webhooks/send-deliveries.ts";
import { stepLostAt } from "./send-run-steps.ts";

export type DueMonitor = Awaited<ReturnType<typeof selectDue>>[number];

/** The next run of a schedule that has ended: a time that is never due. */
const NEVER_MS = Date.UTC(9999, 0, 1);

/** Starts the runs of these monitors, in this order. Returns the number of queued captures. */
export async function startAndQueue(
  ctx: Context,
  monitors: DueMonitor[],
  { isManual }: { isManual: boolean },
): Promise<{ runIds: string[]; captures: number }> {
  const now = ctx.clock();
  const starts = monitors.map((monitor) => planStart(monitor, now, isManual));
  const { captures, announced } = await startRuns(ctx.db, starts, {
    now,
    month: monthOf(now),
    lostAt: messageLostAt(now),
    stepAt: stepLostAt(now),
  });
  sendDeliveries(ctx, announced);
  await queueCaptures(ctx, captures);
  return { runIds: starts.map(({ runId }) => runId), captures: captures.length };
}

/** Queues captures of runs. The sweep queues lost captures again. */
export async function queueCaptures(ctx: Context, captures: StartedCapture[]): Promise<void> {
  await sendQueuedCaptures(
    ctx,
    captures.map(({ screenshotId, order }) => ({ screenshotId, ...order })),
  );
}

/** Skips the due run of these monitors: sets the next run to the following time of the schedule. */
export async function skipTimes(ctx: Context, monitors: DueMonitor[]): Promise<void> {
  const now = ctx.clock();
  const moves = monitors.map((monitor) => ({
    monitorId: monitor.id,
    nextRunAt: monitor.nextRunAt.getTime(),
    followingRunAt: followingRunAt(monitor, now),
  }));
  await moveNextRuns(ctx.db, moves);
}

function followingRunAt({ schedule, id, nextRunAt }: DueMonitor, now: Date): number {
  return nextRunTime(schedule, id, { now, last: nextRunAt })?.getTime() ?? NEVER_MS;
}

function planStart(monitor: DueMonitor, now: Date, isManual: boolean): RunStart {
  const { id, accountId, nextRunAt } = monitor;
  const limits = resolveLimits(monitor.owner.plan, monitor.owner);
  const refusal = findRefusal(monitor, limits.storageBytes);
  return {
    monitorId: id,
    accountId,
    nextRunAt: nextRunAt.getTime(),
    followingRunAt: isManual ? nextRunAt.getTime() : followingRunAt(monitor, now),
    dueAt: (isManual ? now : nextRunAt).getTime(),
    runId: createId(now),
    batchId: createId(now),
    screenshotId: createId(now),
    limit: limits.monthlyScreenshots,
    maxRefunds: maxRefunds(limits.monthlyScreenshots),
    isManual,
    ...(refusal === undefined ? {} : { refusal }),
  };
}

function findRefusal({ owner }: DueMonitor, storageBytes: number): RunStart["refusal"] {
  if (owner.storageUsedBytes >= storageBytes)
    return { reason: "storage_full", message: "The storage of the account is full." };
  return undefined;
}
