// Queries on the last runs of each monitor, for the dashboard.
import { desc, eq, sql } from "drizzle-orm";
import type { RunState } from "../contract/monitors.ts";
import { LISTED_ROWS } from "../contract/paging.ts";
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

/** Returns how many of the newest LISTED_ROWS runs started at `since` or later, and the number of these runs. */
export async function countRuns(
  db: Database,
  monitorId: string,
  since: Date,
): Promise<[later: number, all: number]> {
  const newest = db
    .select({ startedAt: sql`started_at`.as("run_started_at") })
    .from(monitorRuns)
    .where(eq(monitorRuns.monitorId, monitorId))
    .orderBy(desc(monitorRuns.startedAt), desc(monitorRuns.id))
    .limit(LISTED_ROWS)
    .as("newest");
  const [counted] = await db
    .select({
      later: sql<number>`count(*) FILTER (WHERE ${newest.startedAt} >= ${since.getTime()})`,
      all: sql<number>`count(*)`,
    })
    .from(newest);
  return [counted?.later ?? 0, counted?.all ?? 0];
}
