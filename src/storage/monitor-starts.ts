// Starts the runs of many monitors in one D1 batch: claims the monitors, reserves credits, and inserts runs, batches and
// records.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import {
  runBatchValues,
  runRecordValues,
  selectCaptures,
  type StartedCapture,
  valuesOf,
  withOrder,
} from "./monitor-captures.ts";
import {
  type Announced,
  announceRuns,
  announceScreenshots,
  announceThresholds,
  thresholdIdOf,
} from "./outbox.ts";
import { batches, credits, monitorRuns, monitors, screenshots } from "./schema.ts";

export type RunStart = {
  monitorId: string;
  accountId: string;
  /** The run starts only if the monitor still has this time as its next run, in unix milliseconds. */
  nextRunAt: number;
  /** The next run after this one. */
  followingRunAt: number;
  dueAt: number;
  runId: string;
  batchId: string;
  screenshotId: string;
  /** Credits of the month. */
  limit: number;
  /** Refunds of the month (credits.ts). */
  maxRefunds: number;
  /** Also starts the run of a monitor that is not enabled. */
  isManual: boolean;
  /** Why nothing can be captured, as reason and sentence; undefined if a capture is possible. */
  refusal?: { reason: string; message: string };
};

const NO_CREDIT = {
  reason: "usage_limit_exceeded",
  message:
    "The month's screenshots are used up, or too many captures of the account failed this month.",
};

/**
 * Starts these runs in this order, each at most once. Ignores monitors that are running or whose next run has changed.
 * Marks a run as skipped if the account cannot reserve a credit. Returns the captures to queue, in the order of `starts`.
 */
export async function startRuns(
  db: Database,
  starts: RunStart[],
  { now, month, lostAt, stepAt }: { now: Date; month: string; lostAt: Date; stepAt: Date },
): Promise<{ captures: StartedCapture[]; announced: Announced[] }> {
  const json = JSON.stringify(starts);
  const start = (name: keyof RunStart) => sql`start.value ->> ${sql.raw(`'${name}'`)}`;
  const claim = db
    .update(monitors)
    .set({ runningRunId: start("runId"), nextRunAt: start("followingRunAt") })
    .from(sql`json_each(${json}) AS start`)
    .where(
      sql`monitors.id = ${start("monitorId")} AND monitors.running_run_id IS NULL
        AND monitors.next_run_at = ${start("nextRunAt")} AND (monitors.enabled OR ${start("isManual")})`,
    );
  // Runs of one account share its credits. The first runs in the order of `starts` reserve the remaining credits.
  const decided = sql`WITH claimed AS (
      SELECT start.value, start.key AS place, start.value -> 'refusal' AS refusal FROM json_each(${json}) AS start
      JOIN monitors ON monitors.id = ${start("monitorId")} AND monitors.running_run_id = ${start("runId")}
    ), ranked AS (
      SELECT value, refusal, sum(refusal IS NULL) OVER (PARTITION BY value ->> 'accountId' ORDER BY place) AS place
      FROM claimed
    ), decided AS (
      SELECT value, coalesce(refusal, CASE WHEN place > coalesce((
        SELECT iif(refunded < value ->> 'maxRefunds', (value ->> 'limit') - used, 0) FROM credits
        WHERE account_id = value ->> 'accountId' AND month = ${month}
      ), value ->> 'limit') THEN ${JSON.stringify(NO_CREDIT)} END) AS refusal FROM ranked
    )`;
  const runValues = valuesOf(monitorRuns, {
    id: sql`value ->> 'runId'`,
    monitorId: sql`value ->> 'monitorId'`,
    status: sql`iif(refusal IS NULL, 'capturing', 'skipped')`,
    reason: sql`refusal ->> 'reason'`,
    message: sql`refusal ->> 'message'`,
    screenshotId: sql`iif(refusal IS NULL, value ->> 'screenshotId', NULL)`,
    comparisonsStarted: sql`0`,
    stepAt: sql`${stepAt.getTime()}`,
    dueAt: sql`value ->> 'dueAt'`,
    startedAt: sql`${now.getTime()}`,
    finishedAt: sql`iif(refusal IS NULL, NULL, ${now.getTime()})`,
  });
  const insertRuns = db
    .insert(monitorRuns)
    .select(sql`${decided} SELECT ${runValues} FROM decided`);
  const capturing = sql`json_each(${json}) AS start JOIN monitor_runs ON monitor_runs.id = ${start("runId")}
    AND monitor_runs.status = 'capturing' JOIN monitors ON monitors.id = monitor_runs.monitor_id`;
  const charge = db
    .insert(credits)
    .select(
      sql`SELECT monitors.account_id, ${month}, count(*), 0 FROM ${capturing} WHERE TRUE GROUP BY monitors.account_id`,
    )
    .onConflictDoUpdate({
      target: [credits.accountId, credits.month],
      set: { used: sql`${credits.used} + excluded.used` },
    });
  const insertBatches = db
    .insert(batches)
    .select(sql`SELECT ${runBatchValues(now, start("batchId"))} FROM ${capturing}`);
  const insertRecords = db
    .insert(screenshots)
    .select(
      sql`SELECT ${runRecordValues({ now, month, lostAt, cost: 1 }, start("screenshotId"), start("batchId"))} FROM ${capturing}`,
    );
  const runIds = JSON.stringify(starts.map(({ runId }) => runId));
  const isStarted = sql`${monitorRuns.id} IN (SELECT value FROM json_each(${runIds}))`;
  const created = db
    .select({ id: monitorRuns.screenshotId })
    .from(monitorRuns)
    .where(and(isStarted, eq(monitorRuns.status, "capturing")));
  const releaseSkipped = db
    .update(monitors)
    .set({
      runningRunId: null,
      lastRunId: sql`${monitorRuns.id}`,
      failures: sql`${monitors.failures} + 1`,
    })
    .from(monitorRuns)
    .where(
      and(
        isStarted,
        eq(monitorRuns.status, "skipped"),
        eq(monitors.id, monitorRuns.monitorId),
        eq(monitors.runningRunId, monitorRuns.id),
      ),
    );
  const limits = new Map(starts.map(({ accountId, limit }) => [accountId, limit]));
  const usages = await Promise.all(
    Array.from(limits, async ([accountId, limit]) => ({
      accountId,
      month,
      limit,
      thresholdId: await thresholdIdOf(accountId, month),
    })),
  );
  const [, , , , , createdEvents, thresholdEvents, failedEvents, , captures] = await db.batch([
    claim,
    insertRuns,
    charge,
    insertBatches,
    insertRecords,
    announceScreenshots(db, "screenshot.created", inArray(screenshots.id, created), now),
    announceThresholds(db, usages, now),
    announceRuns(
      db,
      "monitor.failed",
      {
        subject: sql`json_object('monitor', json_object('_id', ${monitors.id}, 'name', ${monitors.name}, 'url', ${monitors.url}, 'runId', ${monitorRuns.id}), 'reason', ${monitorRuns.reason}, 'error', ${monitorRuns.message})`,
        which: and(isStarted, eq(monitorRuns.status, "skipped"), eq(monitors.failures, 0)),
      },
      now,
    ),
    releaseSkipped,
    selectCaptures(db, isStarted),
  ]);
  const places = new Map(starts.map(({ screenshotId }, place) => [screenshotId, place]));
  const placeOf = ({ screenshotId }: { screenshotId: string }) => places.get(screenshotId) ?? 0;
  return {
    captures: withOrder(captures).sort((a, b) => placeOf(a) - placeOf(b)),
    announced: [...createdEvents, ...thresholdEvents, ...failedEvents],
  };
}
