// Finds the key of an account with the most requests in the last minute.
import { selectKeysUsedSince } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import { keysWindowOf } from "../rate-windows.ts";
import type { Caller } from "./authenticate.ts";

/** The last use is recorded once a minute, so it can be one minute older than the last request. */
const USED_WITHIN_MS = 2 * 60_000;

/** Returns the key with the most requests in the last 60 seconds. Returns undefined if no key sent a request. */
export async function findBusiestKey(
  ctx: Context,
  caller: Caller,
): Promise<{ name: string; requests: number } | undefined> {
  const since = new Date(ctx.clock().getTime() - USED_WITHIN_MS);
  const [keys, counts] = await Promise.all([
    selectKeysUsedSince(ctx.db, caller.accountId, since),
    ctx.limiter.countByKey(keysWindowOf(caller)),
  ]);
  const counted = keys.map(({ id, name }) => ({ name, requests: counts[id] ?? 0 }));
  const [busiest] = counted.toSorted((a, b) => b.requests - a.requests);
  return busiest?.requests ? busiest : undefined;
}
