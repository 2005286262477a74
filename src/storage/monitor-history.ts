// Queries on the last runs of each monitor, for the dashboard.
import { eq, sql } from "drizzle-orm";
import type { RunState } from "../contract/monitors.ts";
import type { Database } from "./database.ts";
import { monitorRuns, monitors } from "./schema.ts";

/** `startedAt`: unix milliseconds. `ratio`: share of changed pixels, null if the run was not compared. */
export type RecentRun = { id: string; status: RunState; startedAt: number; ratio: number | null };

/** Returns at most `limit` runs of each monitor of the account, newest first, by the id of the monitor. */
export async function selectRecentRuns(
  db: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Map<string, RecentRun[]>> {
  // The subquery reads the first entries of the index monitor_runs_monitor.
  const runs = sql<string>`(
    SELECT json_group_array(json_object('id', id, 'status', status, 'startedAt', started_at, 'ratio', result ->> 'ratio'))
    FROM (
      SELECT id, status, started_at, result FROM monitor_runs WHERE monitor_id = monitors.id
      ORDER BY started_at DESC, id DESC LIMIT ${limit}
    )
  )`;
  const rows = await db
    .select({ id: monitors.id, runs })
    .from(monitors)
    .where(eq(monitors.accountId, accountId));
  return new Map(rows.map(({ id, runs }) => [id, JSON.parse(runs) as RecentRun[]])); // the objects of the query
}

/** Returns the number of runs that started at `since` or later, and the number of all runs of the monitor. */
export async function countRuns(
  db: Database,
  monitorId: string,
  since: Date,
): Promise<[later: number, all: number]> {
  const [counted] = await db
    .select({
      later: sql<number>`count(*) FILTER (WHERE ${monitorRuns.startedAt} >= ${since.getTime()})`,
      all: sql<number>`count(*)`,
    })
    .from(monitorRuns)
    .where(eq(monitorRuns.monitorId, monitorId));
  return [counted?.later ?? 0, counted?.all ?? 0];
}
