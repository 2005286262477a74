// Queries on monitors.
import { and, asc, count, desc, eq, getTableColumns, inArray, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { LISTED_ROWS } from "../contract/paging.ts";
import type { Database } from "./database.ts";
import type { RunStart } from "./monitor-starts.ts";
import { pageOfNewest } from "./newest-rows.ts";
import { accounts, comparisons, credits, monitorRuns, monitors, startable } from "./schema.ts";

export type Monitor = typeof monitors.$inferSelect;

type Run = typeof monitorRuns.$inferSelect;

/** `diffKey`: key of the diff image, null when there is none. */
export type ListedRun = Run & { diffKey: string | null };

export type MonitorWithRuns = Monitor & {
  /** Whether the subscription of the account is canceled, so that the schedule starts no runs. */
  suspended: boolean;
  lastRun: ListedRun | undefined;
  lastChange: ListedRun | undefined;
};

/** Returns false and inserts nothing if the account has `limit` monitors. */
export async function insertMonitor(
  db: Database,
  monitor: Monitor,
  limit: number,
): Promise<boolean> {
  const values = Object.entries(getTableColumns(monitors)).map(([key, column]) => {
    const value = monitor[key as keyof Monitor]; // both have the keys of the table's columns
    return value === null ? sql`NULL` : sql.param(value, column);
  });
  const existing = db
    .select({ count: count() })
    .from(monitors)
    .where(eq(monitors.accountId, monitor.accountId));
  const inserted = await db
    .insert(monitors)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${lt(existing, limit)}`)
    .onConflictDoNothing()
    .returning({ id: monitors.id });
  return inserted.length > 0;
}

/** Finds a monitor of any account, with its last run and its last change. */
export async function findMonitor(db: Database, id: string): Promise<MonitorWithRuns | undefined> {
  const [found] = await selectWithRuns(db).where(eq(monitors.id, id));
  return found && flatten(found);
}

/** Returns the account's monitors, oldest first. */
export async function selectMonitors(db: Database, accountId: string): Promise<MonitorWithRuns[]> {
  const rows = await selectWithRuns(db)
    .where(eq(monitors.accountId, accountId))
    .orderBy(asc(monitors.createdAt), asc(monitors.id));
  return rows.map(flatten);
}

export type MonitorUpdate = Partial<Monitor> & Pick<Monitor, "updatedAt">;

/** Returns false, and changes nothing, if the monitor was updated or deleted since it was read. */
export async function updateMonitor(
  db: Database,
  { id, updatedAt }: Pick<Monitor, "id" | "updatedAt">,
  changes: MonitorUpdate,
): Promise<boolean> {
  const updated = await db
    .update(monitors)
    .set(changes)
    .where(and(eq(monitors.id, id), eq(monitors.updatedAt, updatedAt)))
    .returning({ id: monitors.id });
  return updated.length > 0;
}

/** Deletes the monitor and its runs. Returns false if it does not exist. */
export async function deleteMonitor(db: Database, id: string): Promise<boolean> {
  const deleted = await db
    .delete(monitors)
    .where(eq(monitors.id, id))
    .returning({ id: monitors.id });
  return deleted.length > 0;
}

/** Deletes the monitors of an account and their runs. */
export async function deleteMonitors(db: Database, accountId: string): Promise<void> {
  await db.delete(monitors).where(eq(monitors.accountId, accountId));
}

const owner = {
  plan: accounts.plan,
  subscriptionStatus: accounts.subscriptionStatus,
  storageUsedBytes: accounts.storageUsedBytes,
  monthlyScreenshots: accounts.monthlyScreenshots,
  storageBytes: accounts.storageBytes,
  requestsPerMinute: accounts.requestsPerMinute,
};

/** The columns that are needed to start a run. */
const startColumns = {
  id: monitors.id,
  accountId: monitors.accountId,
  schedule: monitors.schedule,
  nextRunAt: monitors.nextRunAt,
  runningRunId: monitors.runningRunId,
  owner,
};

/** Returns at most `limit` monitors whose next run is due and which are not running, longest overdue first. */
export function selectDue(db: Database, now: Date, limit: number) {
  return (
    db
      .select(startColumns)
      .from(monitors)
      // A cross join keeps this order, so that SQLite reads the index of due monitors first.
      .crossJoin(accounts)
      .where(and(startable, lte(monitors.nextRunAt, now), eq(accounts.id, monitors.accountId)))
      .orderBy(monitors.nextRunAt)
      .limit(limit)
  );
}

export type Move = Pick<RunStart, "monitorId" | "nextRunAt" | "followingRunAt">;

/** Moves the next run of each monitor from `nextRunAt` to `followingRunAt`, unless another request has moved it. */
export async function moveNextRuns(db: Database, moves: Move[]): Promise<void> {
  const move = (name: keyof Move) => sql`move.value ->> ${sql.raw(`'${name}'`)}`;
  await db
    .update(monitors)
    .set({ nextRunAt: move("followingRunAt") })
    .from(sql`json_each(${JSON.stringify(moves)}) AS move`)
    .where(sql`monitors.id = ${move("monitorId")} AND monitors.next_run_at = ${move("nextRunAt")}`);
}

/** Returns one monitor with `startColumns`, and the credits that its account used in the month. */
export async function findStartable(db: Database, id: string, month: string) {
  const [found] = await db
    .select({ ...startColumns, used: sql<number>`coalesce(${credits.used}, 0)` })
    .from(monitors)
    .innerJoin(accounts, eq(accounts.id, monitors.accountId))
    .leftJoin(credits, and(eq(credits.accountId, monitors.accountId), eq(credits.month, month)))
    .where(eq(monitors.id, id));
  return found;
}

/** Returns one page of a monitor's runs, newest first. `total`: the number of runs on all pages, at most LISTED_ROWS. */
export async function selectRuns(
  db: Database,
  monitorId: string,
  page: { page: number; limit: number },
): Promise<{ runs: ListedRun[]; total: number }> {
  const newestFirst = [desc(monitorRuns.startedAt), desc(monitorRuns.id)];
  const { limit, offset } = pageOfNewest(page);
  const selectIds = () =>
    db.select({ id: monitorRuns.id }).from(monitorRuns).where(eq(monitorRuns.monitorId, monitorId));
  const ids = selectIds()
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  const [[all], runs] = await db.batch([
    db.select({ total: count() }).from(selectIds().limit(LISTED_ROWS).as("listed")),
    selectListed(db)
      .where(inArray(monitorRuns.id, ids))
      .orderBy(...newestFirst),
  ]);
  return { runs, total: all?.total ?? 0 };
}

export async function findRun(db: Database, id: string): Promise<ListedRun | undefined> {
  const [run] = await selectListed(db).where(eq(monitorRuns.id, id));
  return run;
}

function selectListed(db: Database) {
  return db
    .select({ ...getTableColumns(monitorRuns), diffKey: comparisons.diffKey })
    .from(monitorRuns)
    .leftJoin(comparisons, eq(comparisons.id, monitorRuns.comparisonId))
    .$dynamic();
}

const lastRun = alias(monitorRuns, "last_run");
const lastChange = alias(monitorRuns, "last_change");
const runDiff = alias(comparisons, "run_diff");
const changeDiff = alias(comparisons, "change_diff");

function selectWithRuns(db: Database) {
  return db
    .select({
      monitor: getTableColumns(monitors),
      subscriptionStatus: accounts.subscriptionStatus,
      lastRun,
      lastChange,
      runDiffKey: runDiff.diffKey,
      changeDiffKey: changeDiff.diffKey,
    })
    .from(monitors)
    .innerJoin(accounts, eq(accounts.id, monitors.accountId))
    .leftJoin(lastRun, eq(lastRun.id, monitors.lastRunId))
    .leftJoin(lastChange, eq(lastChange.id, monitors.lastChangeId))
    .leftJoin(runDiff, eq(runDiff.id, lastRun.comparisonId))
    .leftJoin(changeDiff, eq(changeDiff.id, lastChange.comparisonId))
    .$dynamic();
}

type WithRuns = Awaited<ReturnType<typeof selectWithRuns>>[number];

function flatten({ monitor, ...found }: WithRuns): MonitorWithRuns {
  return {
    ...monitor,
    suspended: found.subscriptionStatus === "canceled",
    lastRun: found.lastRun === null ? undefined : { ...found.lastRun, diffKey: found.runDiffKey },
    lastChange:
      found.lastChange === null ? undefined : { ...found.lastChange, diffKey: found.changeDiffKey },
  };
}
