// Lists the caller's keys that are not revoked, newest first.
import { monthBegin } from "../../lib/month.ts";
import { type ApiKey as StoredKey, selectKeys } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import { type Caller, rateWindowOf } from "./authenticate.ts";

export type ApiKey = StoredKey & {
  isExpired: boolean;
  /** Requests in the current month, UTC. Views of signed links do not count. */
  requestsThisMonth: number;
};

export async function listKeys(ctx: Context, { accountId }: Caller): Promise<ApiKey[]> {
  const now = ctx.clock();
  const keys = await selectKeys(ctx.db, accountId);
  return Promise.all(
    keys.map(async (key) => ({
      ...key,
      isExpired: key.expiresAt !== null && key.expiresAt <= now,
      requestsThisMonth: wasUsedSince(key, monthBegin(now))
        ? await ctx.limiter.countInMonth(rateWindowOf(key.id))
        : 0,
    })),
  );
}

/** Skips the request to the counter of a key without recent use. */
function wasUsedSince({ lastUsedAt }: StoredKey, since: Date): boolean {
  return lastUsedAt !== null && lastUsedAt >= since;
}
