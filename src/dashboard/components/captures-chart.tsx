// A bar chart of captures per day. Text is outside the SVG, because the SVG is stretched.
import type { Day } from "../../domain/accounts/get-activity.ts";
import { Timestamp } from "./timestamp.tsx";

/** The height of the chart in SVG units. The SVG is stretched to the available width. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;
/** Keeps a bar visible when another day has far more captures. */
const LEAST_HEIGHT = 2;

export function CapturesChart({ days }: { days: Day[] }) {
  const most = Math.max(1, ...days.map(totalOf));
  const all = days.reduce((total, day) => total + totalOf(day), 0);
  const failed = days.reduce((total, day) => total + day.failed, 0);
  const [first, last] = [days.at(0), days.at(-1)];
  const summary = `${countOf(all)} in ${days.length} days, ${failed.toLocaleString("en")} failed`;
  return (
    <figure class="chart">
      <p class="soft small numeric">
        <span>{`Maximum: ${most.toLocaleString("en")} per day`}</span>
        <span>
          <i class="completed" /> Completed <i class="failed" /> Failed
        </span>
      </p>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${summary}.`}
      >
        {days.map((day, i) => (
          <Bar day={day} x={i * STEP + (STEP - BAR) / 2} most={most} />
        ))}
      </svg>
      <figcaption class="soft small">
        <span>{first && <Timestamp at={first.at} utc />}</span>
        <span>{last && <Timestamp at={last.at} utc />} (UTC)</span>
      </figcaption>
    </figure>
  );
}

function Bar({ day, x, most }: { day: Day; x: number; most: number }) {
  const completed = heightOf(day.completed, most);
  const failed = heightOf(day.failed, most);
  return (
    <g>
      <title>{`${day.at.toISOString().slice(0, 10)}: ${countOf(totalOf(day))}, ${day.failed} failed`}</title>
      {/* Gives days without captures a tooltip too. */}
      <rect class="ground" x={x} y={0} width={BAR} height={HEIGHT} />
      <rect class="completed" x={x} y={HEIGHT - completed} width={BAR} height={completed} />
      <rect class="failed" x={x} y={HEIGHT - completed - failed} width={BAR} height={failed} />
    </g>
  );
}

function heightOf(captures: number, most: number): number {
  // Reserve LEAST_HEIGHT for the other part of the bar, so that both parts fit.
  return captures === 0 ? 0 : Math.max(LEAST_HEIGHT, (captures / most) * (HEIGHT - LEAST_HEIGHT));
}

function totalOf({ failed, completed }: Day): number {
  return failed + completed;
}

function countOf(captures: number): string {
  return `${captures.toLocaleString("en")} ${captures === 1 ? "capture" : "captures"}`;
}
