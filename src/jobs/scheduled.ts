// What runs on a schedule: cron expression (wrangler.toml) → verbs.
import type { Context } from "../domain/context.ts";
import { checkAccounts } from "../domain/accounts/check-counters.ts";
import { forgetExpired } from "../domain/accounts/remove-expired-logins.ts";
import { sweepIdempotencyKeys } from "../domain/idempotency/request-key.ts";
import { expireImages } from "../domain/screenshots/maintenance/expire-images.ts";
import {
  concludeBatches,
  requeueLostCaptures,
  sweepBrowsers,
  sweepLostCaptures,
} from "../domain/screenshots/maintenance/sweep.ts";
import { removeOrphanedImages } from "../domain/screenshots/maintenance/sweep-images.ts";
import { forgetOldDeliveries, resendLostDeliveries } from "../domain/webhooks/sweep-deliveries.ts";

type Verb = (ctx: Context) => Promise<void>;

const schedule: Record<string, Verb[]> = {
  "* * * * *": [
    sweepLostCaptures,
    requeueLostCaptures,
    concludeBatches,
    removeOrphanedImages,
    sweepBrowsers,
    checkAccounts,
    expireImages,
    sweepIdempotencyKeys,
    forgetExpired,
    resendLostDeliveries,
    forgetOldDeliveries,
  ],
};

/** Throws for an expression that nothing runs at. */
export async function runScheduled(cron: string, ctx: Context): Promise<void> {
  const verbs = schedule[cron];
  if (verbs === undefined) throw new Error(`Nothing runs at "${cron}".`);
  const failures: unknown[] = [];
  for (const verb of verbs) {
    // One that fails keeps no other from its work; the next minute tries again.
    await verb(ctx).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) ctx.log({ failures });
}
