// Converts monitors and their runs to API responses.
import type {
  MonitorAnswer,
  MonitorData,
  MonitorDeletionAnswer,
  MonitorsAnswer,
  MonitorState,
  RunAnswer,
  RunData,
  RunsAnswer,
} from "../contract/monitors.ts";
import type { RunPage } from "../domain/monitors/list.ts";
import type { ListedRun, MonitorWithRuns } from "../domain/monitors/monitor.ts";
import { type AddressBase, imageUrl } from "../domain/screenshots/records/describe.ts";

export function presentMonitor(monitor: MonitorWithRuns, base: AddressBase): MonitorAnswer {
  return { success: true, data: describeMonitor(monitor, base) };
}

export function presentMonitors(monitors: MonitorWithRuns[], base: AddressBase): MonitorsAnswer {
  return { success: true, data: monitors.map((monitor) => describeMonitor(monitor, base)) };
}

export function presentMonitorDeletion(id: string): MonitorDeletionAnswer {
  const message = "The monitor and its runs have been deleted. The screenshots remain.";
  return { success: true, message, data: { _id: id, isDeleted: true } };
}

export function presentRun(run: ListedRun, base: AddressBase): RunAnswer {
  return { success: true, data: describeRun(run, base) };
}

export function presentRuns({ runs, pagination }: RunPage, base: AddressBase): RunsAnswer {
  return { success: true, data: runs.map((run) => describeRun(run, base)), pagination };
}

function describeMonitor(monitor: MonitorWithRuns, base: AddressBase): MonitorData {
  const { id, name, url, order, schedule, compare, notify, enabled, nextRunAt } = monitor;
  const describe = (run: ListedRun | undefined) =>
    run === undefined ? null : describeRun(run, base);
  return {
    _id: id,
    name,
    url,
    options: order.options,
    schedule,
    compare,
    notify,
    baseline: monitor.baselineId ?? "previous",
    enabled,
    state: stateOf(monitor),
    nextRunAt: enabled && !monitor.suspended ? nextRunAt.toISOString() : null,
    lastRun: describe(monitor.lastRun),
    lastChange: describe(monitor.lastChange),
    createdAt: monitor.createdAt.toISOString(),
    updatedAt: monitor.updatedAt.toISOString(),
  };
}

function stateOf({ enabled, suspended, failures, lastRunId }: MonitorWithRuns): MonitorState {
  if (!enabled || suspended) return "paused";
  if (failures > 0) return "failing";
  return lastRunId === null ? "pending" : "ok";
}

function describeRun(run: ListedRun, base: AddressBase): RunData {
  const { status, reason, message, screenshotId, confirmScreenshotId, finishedAt } = run;
  return {
    _id: run.id,
    monitorId: run.monitorId,
    status,
    reason,
    message,
    screenshotId,
    confirmScreenshotId,
    comparison: describeComparison(run, base),
    dueAt: run.dueAt.toISOString(),
    startedAt: run.startedAt.toISOString(),
    finishedAt: finishedAt === null ? null : finishedAt.toISOString(),
  };
}

function describeComparison(
  { result, beforeId, screenshotId, diffKey }: ListedRun,
  base: AddressBase,
): RunData["comparison"] {
  if (result === null || beforeId === null || screenshotId === null) return null;
  const { changed: _changed, ...found } = result;
  const diffUrl = diffKey === null ? null : imageUrl(diffKey, base);
  return { ...found, before: beforeId, after: screenshotId, diffUrl };
}
