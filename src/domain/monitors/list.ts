// Lists the monitors of an account, and the runs of a monitor.
import type { RunsQuery } from "../../contract/monitors.ts";
import type { Pagination } from "../../contract/paging.ts";
import { selectMonitors, selectRuns } from "../../storage/monitors.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { getOwnedMonitor } from "./get-owned.ts";
import type { ListedRun, MonitorWithRuns } from "./monitor.ts";

/** Returns all monitors of the account, oldest first. */
export function listMonitors(
  ctx: Context,
  { accountId }: Pick<Caller, "accountId">,
): Promise<MonitorWithRuns[]> {
  return selectMonitors(ctx.db, accountId);
}

export type RunPage = { runs: ListedRun[]; pagination: Pagination };

/** Returns one page of runs, newest first. Throws ServiceError: not_found or forbidden. */
export async function listRuns(
  ctx: Context,
  caller: Pick<Caller, "accountId">,
  id: string,
  { page, limit }: Pick<RunsQuery, "page" | "limit">,
): Promise<RunPage> {
  const monitor = await getOwnedMonitor(ctx, caller, id);
  const { runs, total } = await selectRuns(ctx.db, monitor.id, { page, limit });
  return { runs, pagination: { total, page, limit, pages: Math.ceil(total / limit) } };
}
