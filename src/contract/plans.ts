// The four plans (docs/decisions/credits-and-limits.md).

export const PLAN_IDS = ["free", "starter", "pro", "business"] as const;

export type PlanId = (typeof PLAN_IDS)[number];

/** Only `canceled` stops captures (docs/decisions/credits-and-limits.md). */
export const SUBSCRIPTION_STATES = ["active", "trialing", "past_due", "canceled"] as const;

export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** The limits of one account. */
export type Limits = {
  monthlyScreenshots: number;
  storageBytes: number;
  requestsPerMinute: number;
};

const MB = 1_000_000;
const GB = 1_000 * MB;

export const plans: Record<PlanId, { name: string; limits: Limits }> = {
  free: {
    name: "Free",
    limits: { monthlyScreenshots: 100, storageBytes: 500 * MB, requestsPerMinute: 5 },
  },
  starter: {
    name: "Starter",
    limits: { monthlyScreenshots: 5_000, storageBytes: 5 * GB, requestsPerMinute: 20 },
  },
  pro: {
    name: "Pro",
    limits: { monthlyScreenshots: 25_000, storageBytes: 15 * GB, requestsPerMinute: 60 },
  },
  business: {
    name: "Business",
    limits: { monthlyScreenshots: 75_000, storageBytes: 50 * GB, requestsPerMinute: 120 },
  },
};

/** Requests per minute for a client address without a valid API key. Slows down attackers that guess keys. */
export const ANONYMOUS_REQUESTS_PER_MINUTE = 60;

/** Limits that an operator set for one account. Null keeps the limit of the plan. */
export type LimitOverrides = { [K in keyof Limits]: number | null };

export function resolveLimits(plan: PlanId, overrides: LimitOverrides): Limits {
  const { limits } = plans[plan];
  return {
    monthlyScreenshots: overrides.monthlyScreenshots ?? limits.monthlyScreenshots,
    storageBytes: overrides.storageBytes ?? limits.storageBytes,
    requestsPerMinute: overrides.requestsPerMinute ?? limits.requestsPerMinute,
  };
}
