// Starts the capture that confirms a change.
import { eq, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import {
  runBatchValues,
  runRecordValues,
  selectCaptures,
  type StartedCapture,
  withOrder,
} from "./monitor-captures.ts";
import { type Announced, announceScreenshots } from "./outbox.ts";
import { batches, monitorRuns, screenshots } from "./schema.ts";

export type ConfirmationStart = { runId: string; batchId: string; screenshotId: string };

/** Starts the free capture that confirms a change, once. Returns no capture if it was started before. */
export async function startConfirmation(
  db: Database,
  { runId, batchId, screenshotId }: ConfirmationStart,
  { now, month, lostAt, stepAt }: { now: Date; month: string; lostAt: Date; stepAt: Date },
): Promise<{ captures: StartedCapture[]; announced: Announced[] }> {
  const begin = db
    .update(monitorRuns)
    .set({ confirmScreenshotId: screenshotId, stepAt })
    .where(sql`id = ${runId} AND status = 'confirming' AND confirm_screenshot_id IS NULL`);
  const begun = sql`monitor_runs JOIN monitors ON monitors.id = monitor_runs.monitor_id
    WHERE monitor_runs.id = ${runId} AND monitor_runs.confirm_screenshot_id = ${screenshotId}`;
  const insertBatch = db
    .insert(batches)
    .select(sql`SELECT ${runBatchValues(now, sql`${batchId}`)} FROM ${begun}`);
  const insertRecord = db
    .insert(screenshots)
    .select(
      sql`SELECT ${runRecordValues({ now, month, lostAt, cost: 0 }, sql`${screenshotId}`, sql`${batchId}`)} FROM ${begun}`,
    );
  const [, , , announced, captures] = await db.batch([
    begin,
    insertBatch,
    insertRecord,
    announceScreenshots(db, "screenshot.created", eq(screenshots.id, screenshotId), now),
    selectCaptures(db, eq(monitorRuns.id, runId), screenshotId),
  ]);
  return { captures: withOrder(captures), announced };
}
