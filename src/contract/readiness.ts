// The response of GET /ready: the state of each part of the service.
import * as z from "zod";

const part = z.object({
  ok: z.boolean(),
  durationMs: z.int().nonnegative(),
  reason: z.string().exactOptional().describe("Why the part is not ready."),
  warning: z.string().exactOptional().describe("What the operator must change soon."),
});

export const readinessAnswer = z.object({
  status: z.enum(["ready", "not_ready"]),
  parts: z.object({
    settings: part,
    database: part,
    images: part,
    queue: part,
    browsers: part,
  }),
});

/** The name of a part. */
export type Part = keyof Readiness["parts"];

export type Readiness = z.infer<typeof readinessAnswer>;
