// Builds the batch and the record of a run's capture from its monitor.
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { CaptureOrder } from "../contract/queued-capture.ts";
import type { Database } from "./database.ts";
import { batches, monitorRuns, screenshots } from "./schema.ts";
import { recordValues } from "./screenshots.ts";

export type StartedCapture = { screenshotId: string; order: CaptureOrder };

/** Returns the values of the batch. SQL reads them from the monitor. */
export function runBatchValues(now: Date, id: SQL): SQL {
  return valuesOf(batches, {
    id,
    accountId: sql`monitors.account_id`,
    order: sql`monitors.capture_order`,
    createdAt: sql`${now.getTime()}`,
    monitorRunId: sql`monitor_runs.id`,
  });
}

/** Returns an expression for each column, in the order of the table. */
export function valuesOf(
  table: typeof batches | typeof monitorRuns,
  values: Record<string, SQL>,
): SQL {
  const names = Object.keys(getTableColumns(table));
  return sql.join(
    names.map((name) => values[name] ?? sql`NULL`),
    sql`, `,
  );
}

type NewRecord = { now: Date; month: string; lostAt: Date; cost: number };

/** Returns the values of the record. SQL reads them from the monitor. */
export function runRecordValues({ now, month, lostAt, cost }: NewRecord, id: SQL, batchId: SQL) {
  return recordValues(
    {
      status: "pending",
      format: "png",
      creditMonth: month,
      cost,
      deadlineAt: lostAt,
      createdAt: now,
      updatedAt: now,
    },
    {
      id,
      batchId,
      accountId: sql`monitors.account_id`,
      monitorId: sql`monitors.id`,
      url: sql`monitors.url`,
      foldedUrl: sql`monitors.folded_url`,
      name: sql`monitors.name`,
      options: sql`monitors.capture_order -> 'options'`,
    },
  );
}

/** `screenshotId`: the capture of the run; by default the first one. */
export function selectCaptures(db: Database, which: SQL, screenshotId?: string) {
  const id = screenshotId === undefined ? sql`${monitorRuns.screenshotId}` : sql`${screenshotId}`;
  return db
    .select({ screenshotId: screenshots.id, order: batches.order })
    .from(monitorRuns)
    .innerJoin(screenshots, eq(screenshots.id, id))
    .innerJoin(batches, eq(batches.id, screenshots.batchId))
    .where(which);
}

export function withOrder(
  rows: { screenshotId: string; order: CaptureOrder | null }[],
): StartedCapture[] {
  return rows.flatMap(({ screenshotId, order }) =>
    order === null ? [] : [{ screenshotId, order }],
  );
}
