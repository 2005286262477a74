// An earlier capture that answers this one, where cache_ttl allows it.
import type { CaptureInput } from "../../contract/capture.ts";
import { monthOf } from "../../lib/month.ts";
import { findCached } from "../../storage/screenshots.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Captured } from "./capture-now.ts";
import type { Context } from "../context.ts";

/** Costs no credit. Undefined when there is none inside the time, or when its image has gone. */
export async function findCachedCapture(
  ctx: Context,
  caller: Caller,
  { options }: CaptureInput,
  cacheKey: string | undefined,
): Promise<Captured | undefined> {
  if (cacheKey === undefined) return undefined;
  const now = ctx.clock();
  const found = await findCached(ctx.db, {
    accountId: caller.accountId,
    cacheKey,
    since: new Date(now.getTime() - options.cache_ttl * 1000),
    month: monthOf(now),
  });
  if (found === undefined || found.record.imageKey === null) return undefined;

  const { record } = found;
  const base = {
    id: record.id,
    remainingCredits: Math.max(0, caller.limits.monthlyScreenshots - found.used),
    stored: true,
    cache: "HIT" as const,
  };
  ctx.log({ screenshotId: record.id, cache: "HIT" });
  if (options.response_type !== "by_format") return { ...base, kind: "record", record };
  const image = await ctx.images.get(found.record.imageKey);
  return image && { ...base, kind: "file", body: image.body, sizeBytes: image.sizeBytes };
}
