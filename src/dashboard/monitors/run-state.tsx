// The states of monitors and runs as text, badges and marks.
import type { MonitorState, RunState } from "../../contract/monitors.ts";
import type { RecentRun } from "../../domain/monitors/monitor.ts";
import { formatMinute } from "../components/timestamp.tsx";

const monitorStates: Record<MonitorState, [label: string, tone: string]> = {
  pending: ["Waiting for the first run", ""],
  ok: ["OK", "good"],
  failing: ["Failing", "bad"],
  paused: ["Paused", "warn"],
};

const runStates: Record<RunState, [label: string, tone: string]> = {
  capturing: ["Capturing", "warn"],
  confirming: ["Confirming a change", "warn"],
  first: ["First run", ""],
  same: ["No change", "good"],
  changed: ["Changed", "changed"],
  failed: ["Failed", "bad"],
  skipped: ["Skipped", "warn"],
};

/** Paths on a grid of 12 × 12. Each state has a different shape, so that users need not tell colors apart. */
const shapes: Record<RunState, string> = {
  capturing: "M6 3v3l2 2",
  confirming: "M6 3v3l2 2",
  first: "M6 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7Z",
  same: "M3 6h6",
  changed: "M6 1.5 10.5 6 6 10.5 1.5 6Z",
  failed: "M3 3l6 6M9 3l-6 6",
  skipped: "M4 4v4M8 4v4",
};

export function MonitorStateBadge({ state }: { state: MonitorState }) {
  const [label, tone] = monitorStates[state];
  return <span class={`badge ${tone}`}>{label}</span>;
}

export function RunStateBadge({ status }: { status: RunState }) {
  const [label, tone] = runStates[status];
  return (
    <span class={`badge ${tone}`}>
      <Mark status={status} /> {label}
    </span>
  );
}

/** `runs`: newest first. The list shows the newest run last. */
export function RunMarks({ runs, label }: { runs: RecentRun[]; label: string }) {
  if (runs.length === 0) return <span class="soft">None yet</span>;
  return (
    <ol class="marks" aria-label={label}>
      {runs.toReversed().map(({ status, startedAt, ratio }) => {
        const text = [
          runStates[status][0],
          status === "changed" && ratio !== null && formatRatio(ratio),
          `${formatMinute(new Date(startedAt))} UTC`,
        ];
        return (
          <li class={`run-mark ${status}`} title={text.filter(Boolean).join(", ")}>
            <Mark status={status} />
            <span class="hidden">{text.filter(Boolean).join(", ")}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Explains the mark of each state. */
export function MarkLegend() {
  return (
    <p class="legend small soft">
      {(["first", "same", "changed", "failed", "skipped"] as const).map((status) => (
        <span>
          <span class={`run-mark ${status}`}>
            <Mark status={status} />
          </span>{" "}
          {runStates[status][0]}
        </span>
      ))}
    </p>
  );
}

function Mark({ status }: { status: RunState }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <path d={shapes[status]} />
    </svg>
  );
}

/** Returns text such as "0.16 %". */
export function formatRatio(ratio: number): string {
  return `${(ratio * 100).toLocaleString("en", { maximumSignificantDigits: 2 })} %`;
}
