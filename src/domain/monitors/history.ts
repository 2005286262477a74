// Reads runs for the dashboard: the last runs of each monitor, and runs with their screenshots.
import { ServiceError } from "../../contract/errors.ts";
import { countRuns, selectRecentRuns } from "../../storage/monitor-history.ts";
import { findRun } from "../../storage/monitors.ts";
import { selectByIds } from "../../storage/screenshot-lists.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import type { ListedScreenshot } from "../screenshots/records/screenshot.ts";
import { getOwnedMonitor } from "./get-owned.ts";
import { listRuns, type RunPage } from "./list.ts";
import type { ListedRun, MonitorWithRuns, RecentRun } from "./monitor.ts";

const DAY_MS = 24 * 60 * 60_000;

type Owner = Pick<Caller, "accountId">;

/** Returns at most `limit` runs of each monitor of the account, newest first, by the id of the monitor. */
export function listRecentRuns(
  ctx: Context,
  { accountId }: Owner,
  limit: number,
): Promise<Map<string, RecentRun[]>> {
  return selectRecentRuns(ctx.db, { accountId, limit });
}

export type Timeline = RunPage & {
  /** The screenshots of the runs, by id, without deleted ones. */
  screenshots: Map<string, ListedScreenshot>;
};

/** Returns one page of runs, newest first. `limit`: at most 90. Throws ServiceError: not_found or forbidden. */
export async function listTimeline(
  ctx: Context,
  { accountId }: Owner,
  id: string,
  page: { page: number; limit: number },
): Promise<Timeline> {
  const list = await listRuns(ctx, { accountId }, id, page);
  const ids = list.runs.flatMap(({ screenshotId }) => screenshotId ?? []);
  const records = ids.length === 0 ? [] : await selectByIds(ctx.db, { accountId, ids });
  return { ...list, screenshots: new Map(records.map((record) => [record.id, record])) };
}

/**
 * Returns the number of the page with the newest run of a day or, without one, of the days before it. `day`: its
 * midnight. Throws ServiceError: not_found or forbidden.
 */
export async function findPageOfDay(
  ctx: Context,
  owner: Owner,
  id: string,
  day: Date,
  runsPerPage: number,
): Promise<number> {
  const monitor = await getOwnedMonitor(ctx, owner, id);
  const dayEnd = new Date(day.getTime() + DAY_MS);
  const [later, all] = await countRuns(ctx.db, monitor.id, dayEnd);
  return Math.floor(Math.min(later, Math.max(0, all - 1)) / runsPerPage) + 1;
}

/** Throws ServiceError: not_found, or forbidden if another account owns the monitor. */
export async function getOwnedRun(
  ctx: Context,
  caller: Owner,
  runId: string,
): Promise<{ run: ListedRun; monitor: MonitorWithRuns }> {
  const run = await findRun(ctx.db, runId);
  if (run === undefined) throw new ServiceError("not_found");
  return { run, monitor: await getOwnedMonitor(ctx, caller, run.monitorId) };
}
