// What an account has used (SPEC.md "Usage resource").
import { z } from "zod";
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
          storage: z.string().describe('With its unit, such as "500 MB".'),
        }),
      }),
    }),
    limit: count.describe("Screenshots of the calendar month, UTC."),
    usage: count.describe("Screenshots captured this month."),
    remaining: count.describe("Screenshots left this month."),
    percentUsed: z.number().min(0).max(100).describe("To two decimals, never rounded up."),
    resetsAt: z.iso.datetime().describe("When the next month begins."),
    storage: z.object({ used: count, limit: count }).describe("Bytes."),
  }),
});

export type UsageAnswer = z.infer<typeof usageAnswer>;
