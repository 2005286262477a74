// What a step of a run decides.
import type { findOpenRun, RunEnd } from "../../storage/monitor-runs.ts";

export type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>;

/** How a run ends, apart from the facts that each end has. */
export type End =
  | Omit<Extract<RunEnd, { status: "same" | "changed" }>, "from" | "facts" | "finishedAt">
  | Omit<Extract<RunEnd, { status: "failed" }>, "from" | "facts" | "finishedAt">;

/** Undefined: the run goes on. */
export type Decision = End | undefined;
