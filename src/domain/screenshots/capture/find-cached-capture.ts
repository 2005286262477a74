// Another capture that answers this one, where cache_ttl allows it: made before, or being made at the same time.
import type { CaptureInput } from "../../../contract/capture.ts";
import { monthOf } from "../../../lib/month.ts";
import { findCached, isUnderWay, type CacheQuery } from "../../../storage/capture-cache.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { CaptureResult } from "./respond.ts";
import { readStored } from "./capture-result.ts";

const FIRST_LOOK_MS = 100;
const MAX_LOOK_MS = 1_000;

/** Costs no credit. Undefined when there is none inside the time, or when its image has gone. */
export async function findCachedCapture(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  wanted: CacheQuery,
): Promise<CaptureResult | undefined> {
  const found = await findCached(ctx.db, { ...wanted, month: monthOf(ctx.clock()) });
  return found && readStored(ctx, caller, input, found);
}

/** Resolves when nobody makes the picture any more, with or without success, at the latest at `endsAt`. */
export async function whileUnderWay(ctx: Context, wanted: CacheQuery, endsAt: Date): Promise<void> {
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(MAX_LOOK_MS, pauseMs * 1.5)) {
    const now = ctx.clock();
    if (now >= endsAt || !(await isUnderWay(ctx.db, wanted, now))) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
