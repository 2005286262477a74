// Who sends a request. Nothing is cached, so that a revoked key stops working at once.
import {
  type Limits,
  type PlanId,
  resolveLimits,
  type SubscriptionState,
} from "../../contract/plans.ts";
import { hashApiKey } from "../../lib/secrets.ts";
import { findKeyHolder } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";

/** The account behind a valid key, as it was when the request came in. */
export type Caller = {
  keyId: string;
  accountId: string;
  plan: PlanId;
  subscriptionStatus: SubscriptionState;
  limits: Limits;
  storageUsedBytes: number;
};

/** Undefined for a key that is not known or has been revoked. */
export async function authenticate(ctx: Context, key: string): Promise<Caller | undefined> {
  const holder = await findKeyHolder(ctx.db, await hashApiKey(key));
  if (holder === undefined) return undefined;
  const { overrides, ...caller } = holder;
  return { ...caller, limits: resolveLimits(caller.plan, overrides) };
}
