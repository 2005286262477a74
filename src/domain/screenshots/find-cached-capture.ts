// An earlier capture that answers this one, where cache_ttl allows it.
import type { CaptureInput } from "../../contract/capture.ts";
import { monthOf } from "../../lib/month.ts";
import { findCached } from "../../storage/screenshots.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import type { Delivery } from "./deliver.ts";
import { readStored } from "./read-stored.ts";

/** Costs no credit. Undefined when there is none inside the time, or when its image has gone. */
export async function findCachedCapture(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  cacheKey: string | undefined,
): Promise<Delivery | undefined> {
  if (cacheKey === undefined) return undefined;
  const now = ctx.clock();
  const found = await findCached(ctx.db, {
    accountId: caller.accountId,
    cacheKey,
    since: new Date(now.getTime() - input.options.cache_ttl * 1000),
    month: monthOf(now),
  });
  return found && readStored(ctx, caller, input, found);
}
