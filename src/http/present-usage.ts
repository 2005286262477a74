// Converts the usage of an account to an API response.
import { plans } from "../contract/plans.ts";
import type { UsageAnswer } from "../contract/usage.ts";
import type { Usage } from "../domain/accounts/get-usage.ts";
import type { Caller } from "../domain/api-keys/authenticate.ts";
import { formatBytes } from "../lib/data-size.ts";

/** Returns the limits of the account, including those that an operator set. */
export function presentUsage(caller: Caller, usage: Usage): UsageAnswer {
  const { name } = plans[caller.plan];
  const { monthlyScreenshots, storageBytes } = caller.limits;
  return {
    success: true,
    data: {
      subscription: { status: caller.subscriptionStatus, plan: name },
      plan: {
        id: caller.plan,
        name,
        limits: {
          monthly: { screenshots: monthlyScreenshots, storage: formatBytes(storageBytes) },
        },
      },
      limit: usage.limit,
      usage: usage.used,
      remaining: usage.remaining,
      percentUsed: usage.percentUsed,
      resetsAt: usage.resetsAt.toISOString(),
      storage: { used: caller.storageUsedBytes, limit: storageBytes },
    },
  };
}
