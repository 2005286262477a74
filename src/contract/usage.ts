// What an account has used (SPEC.md "Usage resource").
import type { PlanId, SubscriptionState } from "./plans.ts";

/** GET /v1/screenshots/usage. */
export type UsageAnswer = {
  success: true;
  data: {
    /** `plan` is the name of the plan. */
    subscription: { status: SubscriptionState; plan: string };
    plan: {
      id: PlanId;
      name: string;
      /** `storage` with its unit, such as "500 MB". */
      limits: { monthly: { screenshots: number; storage: string } };
    };
    /** Screenshots, in the calendar month, UTC. */
    limit: number;
    usage: number;
    remaining: number;
    /** 0 to 100, to two decimals, never rounded up. */
    percentUsed: number;
    /** When the next month begins. */
    resetsAt: string;
    /** Bytes. */
    storage: { used: number; limit: number };
  };
};
