// How near an account's keys are to their limit of requests a minute.
import { selectKeysUsedSince } from "../../storage/api-keys.ts";
import { rateWindowOf, type Caller } from "./authenticate.ts";
import type { Context } from "../context.ts";

/** A use is noted once a minute at most: a request of the last minute is noted within two. */
const NOTED_WITHIN_MS = 2 * 60_000;

/** The key that sent most requests in the last 60 seconds, and how many; undefined when none sent any. */
export async function findBusiestKey(
  ctx: Context,
  { accountId }: Caller,
): Promise<{ name: string; requests: number } | undefined> {
  const since = new Date(ctx.clock().getTime() - NOTED_WITHIN_MS);
  const keys = await selectKeysUsedSince(ctx.db, accountId, since);
  const counted = await Promise.all(
    keys.map(async ({ id, name }) => ({
      name,
      requests: await ctx.limiter.count(rateWindowOf(id)),
    })),
  );
  const [busiest] = counted.toSorted((a, b) => b.requests - a.requests);
  return busiest?.requests ? busiest : undefined;
}
