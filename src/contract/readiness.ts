// The response of GET /ready: the state of each part of the service.
import { z } from "zod";

export const PARTS = ["settings", "database", "images", "queue", "browsers"] as const;

const part = z.object({
  ok: z.boolean(),
  durationMs: z.int().nonnegative(),
  reason: z.string().exactOptional().describe("Why the part is not ready."),
});

export const readinessAnswer = z.object({
  status: z.enum(["ready", "not_ready"]),
  parts: z.record(z.enum(PARTS), part),
});

export type Readiness = z.infer<typeof readinessAnswer>;
