// Lists the caller's keys that are not revoked, newest first.
import { type ApiKey as StoredKey, selectKeys } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import { keysWindowOf } from "../rate-windows.ts";
import type { Caller } from "./authenticate.ts";

export type ApiKey = StoredKey & {
  isExpired: boolean;
  /** Requests in the current month, UTC. Views of signed links do not count. */
  requestsThisMonth: number;
};

export async function listKeys(ctx: Context, caller: Caller): Promise<ApiKey[]> {
  const now = ctx.clock();
  const [keys, requests] = await Promise.all([
    selectKeys(ctx.db, caller.accountId),
    ctx.limiter.countsInMonth(keysWindowOf(caller)),
  ]);
  return keys.map((key) => ({
    ...key,
    isExpired: key.expiresAt !== null && key.expiresAt <= now,
    requestsThisMonth: requests[key.id] ?? 0,
  }));
}
