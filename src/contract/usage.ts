// The usage of an account (docs/decisions/credits-and-limits.md).
import * as z from "zod";
import { PLAN_IDS, SUBSCRIPTION_STATES } from "./plans.ts";

const count = z.int().nonnegative();

/** GET /v1/screenshots/usage. */
export const usageAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    subscription: z.object({
      status: z.enum(SUBSCRIPTION_STATES),
      plan: z.string().describe("Name of the plan."),
    }),
    plan: z.object({
      id: z.enum(PLAN_IDS),
      name: z.string(),
      limits: z.object({
        monthly: z.object({
          screenshots: count,
          storage: z.string().describe('Storage limit with its unit, such as "500 MB".'),
        }),
      }),
    }),
    limit: count.describe("Monthly limit of screenshots. Months are calendar months in UTC."),
    usage: count.describe("Screenshots captured this month."),
    remaining: count.describe("Screenshots left this month."),
    percentUsed: z.number().min(0).max(100).describe("Rounded down to two decimals."),
    resetsAt: z.iso.datetime().describe("Start of the next month."),
    storage: z.object({ used: count, limit: count }).describe("Storage in bytes."),
  }),
});

export type UsageAnswer = z.infer<typeof usageAnswer>;
