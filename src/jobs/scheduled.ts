// What runs on a schedule: cron expression (wrangler.toml) → verbs.
import type { Context } from "../domain/context.ts";
import { sweepIdempotencyKeys } from "../domain/idempotency/request-key.ts";
import { expireImages } from "../domain/screenshots/expire-images.ts";
import {
  concludeBatches,
  requeueLostCaptures,
  sweepLostCaptures,
} from "../domain/screenshots/sweep.ts";

type Verb = (ctx: Context) => Promise<void>;

const schedule: Record<string, Verb[]> = {
  "* * * * *": [
    sweepLostCaptures,
    requeueLostCaptures,
    concludeBatches,
    expireImages,
    sweepIdempotencyKeys,
  ],
};

export async function runScheduled(cron: string, ctx: Context): Promise<void> {
  for (const verb of schedule[cron] ?? []) await verb(ctx);
}
