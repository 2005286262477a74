// The success rate and the durations of captures.
import type { Activity } from "../../domain/accounts/get-activity.ts";

export function CaptureRates({ total, durationMs }: Pick<Activity, "total" | "durationMs">) {
  const { completed, failed } = total;
  return (
    <dl class="rates">
      <div>
        <dt>Success rate</dt>
        <dd class={failed > 0 ? "numeric failing" : "numeric"}>
          {formatShare(completed, completed + failed)}
        </dd>
      </div>
      <div>
        <dt>Duration, median (p50)</dt>
        <dd class="numeric">{formatDuration(durationMs.p50)}</dd>
      </div>
      <div>
        <dt>Duration, 95th percentile (p95)</dt>
        <dd class="numeric">{formatDuration(durationMs.p95)}</dd>
      </div>
    </dl>
  );
}

/** Rounds down, so that 100 % means all. */
function formatShare(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.floor((part / whole) * 1000) / 10} %`;
}

function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms / 10) * 10} ms`;
  return `${(ms / 1000).toPrecision(2)} s`;
}
