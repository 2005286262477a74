// Maps each cron expression (wrangler.toml) to the domain functions that it runs.
import type { Context } from "../domain/context.ts";
import { removeOldActivity } from "../domain/accounts/get-activity.ts";
import { checkAccounts } from "../domain/accounts/check-counters.ts";
import { removeExpiredSignInData } from "../domain/accounts/remove-expired-sign-in-data.ts";
import { sweepIdempotencyKeys } from "../domain/idempotency/request-key.ts";
import { archiveRecords } from "../domain/screenshots/maintenance/archive-records.ts";
import { recordDatabaseSize } from "../domain/ops/database-size.ts";
import { expireImages } from "../domain/screenshots/maintenance/expire-images.ts";
import {
  concludeBatches,
  requeueLostCaptures,
  sweepBrowsers,
  sweepLostCaptures,
} from "../domain/screenshots/maintenance/sweep.ts";
import { removeOrphanedImages } from "../domain/screenshots/maintenance/sweep-images.ts";
import { removeOldDeliveries, resendLostDeliveries } from "../domain/webhooks/sweep-deliveries.ts";
import { removeOldRuns, resumeLostRuns } from "../domain/monitors/sweep-runs.ts";
import { startDueRuns } from "../domain/monitors/start-due-runs.ts";

type Task = (ctx: Context) => Promise<void>;

const schedule: Record<string, Task[]> = {
  "* * * * *": [
    startDueRuns,
    sweepLostCaptures,
    requeueLostCaptures,
    concludeBatches,
    resumeLostRuns,
    removeOrphanedImages,
    sweepBrowsers,
    expireImages,
    archiveRecords,
    sweepIdempotencyKeys,
    removeExpiredSignInData,
    resendLostDeliveries,
    removeOldDeliveries,
    removeOldRuns,
    removeOldActivity,
    recordDatabaseSize,
    // Runs last, because the check can take seconds.
    checkAccounts,
  ],
};

/** Throws an Error if the cron expression is unknown. */
export async function runScheduled(cron: string, ctx: Context): Promise<void> {
  const tasks = schedule[cron];
  if (tasks === undefined)
    throw new Error(`No function is scheduled for the cron expression "${cron}".`);
  const failures: unknown[] = [];
  for (const task of tasks) {
    // A failure does not stop the other functions. The next run tries again.
    await task(ctx).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) ctx.log({ failures });
}
