// The decision of one step of a run.
import type { findOpenRun, RunEnd } from "../../storage/monitor-runs.ts";

export type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>;

/** The result of a finished run, without the fields that all results share. */
export type End =
  | Omit<Extract<RunEnd, { status: "first" | "same" | "changed" }>, "from" | "facts" | "finishedAt">
  | Omit<Extract<RunEnd, { status: "failed" }>, "from" | "facts" | "finishedAt">;

/** The result of the run, or undefined if the run continues. */
export type Decision = End | undefined;
