// Metrics for the operator in the Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats).
import { selectMetrics } from "../../storage/metrics.ts";
import type { Context } from "../context.ts";
import { getDatabaseSize } from "./database-size.ts";

/** Captures accepted in this window count. Scrape at least this often to see every capture. */
const WINDOW_MS = 5 * 60_000;

const QUANTILES = [0.5, 0.9, 0.99];

type Sample = { labels?: Record<string, string>; value: number };

export async function getMetrics(ctx: Context): Promise<string> {
  const since = new Date(ctx.clock().getTime() - WINDOW_MS);
  const [{ outcomes, durationsMs, waiting }, { bytes, limitBytes, daysLeft }, pool, queue] =
    await Promise.all([
      selectMetrics(ctx.db, since),
      getDatabaseSize(ctx),
      ctx.probes.pool(),
      ctx.probes.queue(),
    ]);
  const countWaiting = (status: string) =>
    waiting.find((row) => row.status === status)?.captures ?? 0;
  return [
    gauge(
      "edgeshot_captures",
      "Captures accepted in the last 5 minutes, by status and error code.",
      [
        ...outcomes.map(({ status, code, captures }) => ({
          labels: { status, code: code ?? "" },
          value: captures,
        })),
      ],
    ),
    gauge(
      "edgeshot_capture_duration_seconds",
      "Duration of completed captures accepted in the last 5 minutes.",
      QUANTILES.map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: (durationsMs[Math.ceil(quantile * durationsMs.length) - 1] ?? 0) / 1000,
      })),
    ),
    gauge("edgeshot_captures_unfinished", "Captures of any age that are not completed or failed.", [
      { labels: { status: "pending" }, value: countWaiting("pending") },
      { labels: { status: "processing" }, value: countWaiting("processing") },
    ]),
    gauge("edgeshot_database_bytes", "Size of the database.", [{ value: bytes }]),
    gauge("edgeshot_database_limit_bytes", "Maximum size of the database.", [
      { value: limitBytes },
    ]),
    gauge(
      "edgeshot_database_days_left",
      "Days until the database is full at its growth of the last 30 days. Absent if it does not grow.",
      daysLeft === undefined ? [] : [{ value: daysLeft }],
    ),
    gauge("edgeshot_queue_messages", "Messages of the capture queue.", [
      { value: queue.backlogCount },
    ]),
    gauge("edgeshot_browsers", "Browsers, by state.", [
      { labels: { state: "starting" }, value: pool.starting },
      { labels: { state: "ready" }, value: pool.ready },
      { labels: { state: "retiring" }, value: pool.retiring },
    ]),
    gauge("edgeshot_browser_captures", "Captures running in browsers now.", [
      { value: pool.active },
    ]),
    gauge("edgeshot_browser_waiting", "Captures waiting for a browser now.", [
      { value: pool.waiting },
    ]),
    gauge("edgeshot_browser_starts_blocked_seconds", "Seconds until a browser can be started.", [
      { value: pool.blockedForMs / 1000 },
    ]),
  ].join("");
}

/** Formats one gauge. Label values are status names and error codes, which need no escaping. */
function gauge(name: string, help: string, samples: Sample[]): string {
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels ?? {}).map(([label, value]) => `${label}="${value}"`);
    return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
}
