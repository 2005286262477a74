// Finds a capture of the same target and options that can answer a request with cache_ttl.
import type { CaptureOptions } from "../../../contract/capture-options.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { monthOf } from "../../../lib/month.ts";
import { type CacheQuery, findCached, isInProgress } from "../../../storage/capture-cache.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { cacheKeyOf } from "./cache-key.ts";
import { type CaptureResult, readStoredResult } from "./capture-result.ts";
import { SharedWaits } from "./shared-waits.ts";

export type CacheLookup = { kind: "hit"; result: CaptureResult } | { kind: "miss" };

const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 1_000;

/** Shared by all requests of an isolate. */
const waits = new SharedWaits();

/** Returns undefined if the request does not set cache_ttl. */
export async function cacheQueryOf(
  { accountId }: Caller,
  input: CaptureInput,
  startedAt: Date,
): Promise<CacheQuery | undefined> {
  const cacheKey = await cacheKeyOf(input);
  if (cacheKey === undefined) return undefined;
  const since = new Date(startedAt.getTime() - input.options.cache_ttl * 1000);
  return { accountId, cacheKey, since };
}

/** Looks up a completed capture, free of charge. A capture whose image no longer exists is a miss. */
export async function findCachedCapture(
  ctx: Context,
  caller: Caller,
  options: CaptureOptions,
  query: CacheQuery | undefined,
): Promise<CacheLookup> {
  if (query === undefined) return { kind: "miss" };
  const found = await findCached(ctx.db, { ...query, month: monthOf(ctx.clock()) });
  const result = found && (await readStoredResult(ctx, caller, options, found));
  return result === undefined ? { kind: "miss" } : { kind: "hit", result };
}

/** Waits until no matching capture is in progress, at most until `endsAt`. */
export async function waitWhileInProgress(
  ctx: Context,
  query: CacheQuery,
  endsAt: Date,
): Promise<void> {
  const find = (wanted: CacheQuery) => isInProgress(ctx.db, wanted, ctx.clock());
  const mustWait = waits.join(query, endsAt, ctx.clock(), find);
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(MAX_POLL_MS, pauseMs * 1.5)) {
    if (ctx.clock() >= endsAt || !(await mustWait(Date.now(), pauseMs))) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
