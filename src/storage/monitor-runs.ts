// Queries on runs of monitors after their start: steps, and the end of a run with its events.
import { and, desc, eq, getTableColumns, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { MonitorFacts } from "../contract/events.ts";
import type { RunState } from "../contract/monitors.ts";
import type { Database } from "./database.ts";
import { type Announced, announceRuns } from "./outbox.ts";
import {
  accounts,
  comparedRun,
  monitorRuns,
  monitors,
  openRun,
  screenshots,
  skippedRun,
} from "./schema.ts";

export type MonitorRun = typeof monitorRuns.$inferSelect;

type OpenState = Extract<RunState, "capturing" | "confirming">;

/** Returns an open run with its monitor, the storage of its account, and its captures, also deleted ones. */
export async function findOpenRun(db: Database, id: string) {
  const [found] = await db
    .select({
      run: getTableColumns(monitorRuns),
      monitor: getTableColumns(monitors),
      account: {
        plan: accounts.plan,
        storageUsedBytes: accounts.storageUsedBytes,
        storageBytes: accounts.storageBytes,
      },
    })
    .from(monitorRuns)
    .innerJoin(monitors, eq(monitors.id, monitorRuns.monitorId))
    .innerJoin(accounts, eq(accounts.id, monitors.accountId))
    .where(and(eq(monitorRuns.id, id), openRun));
  if (found === undefined) return undefined;
  // A second statement: D1 limits a result to 100 columns.
  const { screenshotId, confirmScreenshotId } = found.run;
  const ids = [screenshotId ?? "", confirmScreenshotId ?? ""];
  const captures = await db.select().from(screenshots).where(inArray(screenshots.id, ids));
  return {
    ...found,
    screenshot: captures.find((record) => record.id === screenshotId),
    confirmation: captures.find((record) => record.id === confirmScreenshotId),
  };
}

/** The run that needs a baseline, the start of its series, and screenshots that cannot be the baseline. */
type PreviousOf = { monitorId: string; runId: string; since: Date; unusable: string[] };

const hasImage = sql`${screenshots.status} = 'completed' AND ${screenshots.imageKey} IS NOT NULL AND ${screenshots.deletedAt} IS NULL`;

/** SQLite would use the index of all runs. */
const comparedRuns = sql`${monitorRuns} INDEXED BY monitor_runs_compared`;

/** A compared run, unless its second capture did not confirm the change that its screenshot shows. */
const showsLastingContent = sql`${comparedRun} AND NOT (${monitorRuns.status} = 'same' AND ${monitorRuns.confirmScreenshotId} IS NOT NULL)`;

/** The screenshot that is the baseline of the next run of a row of `monitors`, as findPreviousScreenshot returns it. */
export const nextBaselineId = sql<
  string | null
>`coalesce(${newestOf(showsLastingContent)}, ${newestOf(comparedRun)})`;

function newestOf(which: SQL): SQL {
  return sql`(SELECT ${screenshots.id} FROM ${comparedRuns}
    JOIN ${screenshots} ON ${screenshots.id} = ${monitorRuns.screenshotId}
    WHERE ${monitorRuns.monitorId} = ${monitors.id} AND ${monitorRuns.startedAt} >= ${monitors.seriesStartedAt}
      AND ${which} AND ${hasImage}
    ORDER BY ${monitorRuns.startedAt} DESC, ${monitorRuns.id} DESC LIMIT 1)`;
}

/**
 * Returns the newest compared screenshot of the series whose image is stored. If the change of a run was not confirmed, its
 * screenshot shows temporary content, and is returned only if the series has no other one.
 */
export async function findPreviousScreenshot(
  db: Database,
  { monitorId, runId, since, unusable }: PreviousOf,
) {
  const find = (which: SQL) =>
    db
      .select(getTableColumns(screenshots))
      .from(comparedRuns)
      .innerJoin(screenshots, eq(screenshots.id, monitorRuns.screenshotId))
      .where(
        and(
          eq(monitorRuns.monitorId, monitorId),
          ne(monitorRuns.id, runId),
          gte(monitorRuns.startedAt, since),
          which,
          hasImage,
          sql`${screenshots.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(unusable)}))`,
        ),
      )
      .orderBy(desc(monitorRuns.startedAt), desc(monitorRuns.id))
      .limit(1);
  const [lasting] = await find(showsLastingContent);
  if (lasting !== undefined) return lasting;
  const [temporary] = await find(comparedRun);
  return temporary;
}

/**
 * Counts a comparison before it starts (1), or removes a comparison that was not interrupted from the count (-1). Returns the
 * number of counted comparisons, or undefined if the run is finished.
 */
export async function countComparison(
  db: Database,
  id: string,
  change: 1 | -1,
): Promise<number | undefined> {
  const [counted] = await db
    .update(monitorRuns)
    .set({ comparisonsStarted: sql`${monitorRuns.comparisonsStarted} + ${change}` })
    .where(and(eq(monitorRuns.id, id), openRun))
    .returning({ started: monitorRuns.comparisonsStarted });
  return counted?.started;
}

/** Waits for a second capture. Returns false if the run has left the state `capturing`. */
export async function beginConfirming(
  db: Database,
  id: string,
  wait: Pick<MonitorRun, "beforeId" | "confirmAt" | "stepAt">,
): Promise<boolean> {
  const begun = await db
    .update(monitorRuns)
    .set({ ...wait, status: "confirming", comparisonsStarted: 0 })
    .where(and(eq(monitorRuns.id, id), eq(monitorRuns.status, "capturing")))
    .returning({ id: monitorRuns.id });
  return begun.length > 0;
}

export type RunEnd = {
  from: OpenState;
  finishedAt: Date;
  facts: Required<Pick<MonitorFacts, "monitor">>;
} & (
  | ({ status: "first" | "same" | "changed"; change?: MonitorFacts["change"] } & Pick<
      MonitorRun,
      "beforeId" | "result" | "comparisonId"
    >)
  | { status: "failed"; reason: string; message: string }
);

/** Finishes a run that is in the state `from`, frees its monitor and announces the events, once. */
export async function finishRun(
  db: Database,
  id: string,
  { from, facts, finishedAt, ...end }: RunEnd,
): Promise<{ finished: boolean; announced: Announced[] }> {
  const isOpen = and(eq(monitorRuns.id, id), eq(monitorRuns.status, from));
  const json = (subject: MonitorFacts) => sql`${JSON.stringify(subject)}`;
  const failed = end.status === "failed";
  // The event depends on the previous runs. Both statements run, with mutually exclusive conditions.
  const seriesEvent = failed
    ? announceRuns(
        db,
        "monitor.failed",
        {
          subject: json({ ...facts, reason: end.reason, error: end.message }),
          which: and(isOpen, eq(monitors.failures, 0)),
        },
        finishedAt,
      )
    : announceRuns(
        db,
        "monitor.recovered",
        { subject: json(facts), which: and(isOpen, sql`${monitors.failures} > 0`) },
        finishedAt,
      );
  const { change, ...columns } = failed ? { ...end, change: undefined } : end;
  const changedEvent = announceRuns(
    db,
    "monitor.changed",
    {
      subject: json({ ...facts, ...(change === undefined ? {} : { change }) }),
      which: change === undefined ? and(isOpen, sql`FALSE`) : isOpen,
    },
    finishedAt,
  );
  const finish = db
    .update(monitorRuns)
    .set({ ...columns, finishedAt })
    .where(isOpen)
    .returning({ id: monitorRuns.id });
  const free = db
    .update(monitors)
    .set({
      runningRunId: null,
      lastRunId: id,
      failures: failed ? sql`${monitors.failures} + 1` : 0,
      ...(end.status === "changed" ? { lastChangeId: id } : {}),
    })
    .where(
      and(eq(monitors.id, facts.monitor._id), eq(monitors.runningRunId, id), sql`changes() > 0`),
    );
  const [series, changed, finished] = await db.batch([seriesEvent, changedEvent, finish, free]);
  return { finished: finished.length > 0, announced: [...series, ...changed] };
}

/** Returns at most `limit` open runs whose step is overdue, and makes them overdue again at `nextAt`. */
export async function takeOverdueRuns(
  db: Database,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<string[]> {
  const overdue = db
    .select({ id: monitorRuns.id })
    .from(monitorRuns)
    .where(and(openRun, lt(monitorRuns.stepAt, now)))
    .orderBy(monitorRuns.stepAt)
    .limit(limit);
  const taken = await db
    .update(monitorRuns)
    .set({ stepAt: nextAt })
    .where(inArray(monitorRuns.id, overdue))
    .returning({ id: monitorRuns.id });
  return taken.map(({ id }) => id);
}

/** Deletes at most `limit` finished runs with ids before `before`. Ids sort by time. */
export async function deleteOldRuns(db: Database, before: string, limit: number): Promise<void> {
  const old = db
    .select({ id: monitorRuns.id })
    .from(monitorRuns)
    .where(lt(monitorRuns.id, before))
    .limit(limit);
  await db.delete(monitorRuns).where(inArray(monitorRuns.id, old));
}

/**
 * Deletes at most `limit` skipped runs with ids from `from` to before `before`, except the latest run of a monitor: the next run
 * continues its series of events.
 */
export async function deleteSkippedRuns(
  db: Database,
  { from, before, limit }: { from: string; before: string; limit: number },
): Promise<void> {
  const isFollowed = sql`EXISTS (SELECT 1 FROM monitor_runs AS later
    WHERE later.monitor_id = monitor_runs.monitor_id AND later.started_at > monitor_runs.started_at)`;
  const old = db
    .select({ id: monitorRuns.id })
    .from(monitorRuns)
    .where(and(skippedRun, gte(monitorRuns.id, from), lt(monitorRuns.id, before), isFollowed))
    .limit(limit);
  await db.delete(monitorRuns).where(inArray(monitorRuns.id, old));
}
