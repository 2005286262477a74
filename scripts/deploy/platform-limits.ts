// Finds settings in wrangler.toml that the plan of the Cloudflare account does not allow. Cloudflare would refuse them after the
// first changes, or at run time.
import type { readConfig } from "../lib/config.ts";

/** developers.cloudflare.com/queues/platform/limits */
const CONSUMER_MAXIMA = {
  max_batch_size: 100,
  max_batch_timeout: 60,
  max_concurrency: 250,
  max_retries: 100,
} as const;

/** developers.cloudflare.com/workers/platform/limits: 5 minutes on the paid plan. The free plan allows no other value. */
const MAX_CPU_MS = 300_000;

/** developers.cloudflare.com/browser-run/limits: a warm browser would use up the daily browser time in 10 minutes. */
const FREE_PLAN_MAXIMA = { BROWSER_SESSIONS: 3, BROWSER_STARTS_PER_SECOND: 0.05, WARM_BROWSERS: 0 };

export type Settings = Pick<ReturnType<typeof readConfig>, "queues" | "limits" | "vars">;

/** Returns a sentence for each setting that no plan, or not the plan in CLOUDFLARE_PLAN, allows. */
export function findImpossibleSettings({ queues, limits, vars }: Settings): string[] {
  const ofQueues = queues.consumers.flatMap((consumer) =>
    Object.entries(CONSUMER_MAXIMA).map(([name, max]): [string, number | undefined, number] => [
      `${name} of ${consumer.queue}`,
      consumer[name as keyof typeof CONSUMER_MAXIMA], // an object literal has no other keys
      max,
    ]),
  );
  const exceeded = [...ofQueues, ["cpu_ms", limits?.cpu_ms, MAX_CPU_MS] as const].flatMap(
    ([name, value, max]) =>
      value !== undefined && value > max
        ? [`${name} is ${value}: Cloudflare allows at most ${max.toLocaleString("en")}.`]
        : [],
  );
  return vars["CLOUDFLARE_PLAN"] === "free"
    ? [...exceeded, ...refusedByFreePlan(vars, limits?.cpu_ms)]
    : exceeded;
}

function refusedByFreePlan(vars: Settings["vars"], cpuMs: number | undefined): string[] {
  const exceeded = Object.entries(FREE_PLAN_MAXIMA).flatMap(([name, max]) =>
    Number(vars[name]) > max
      ? [`${name} is ${vars[name]}: Cloudflare's free plan allows at most ${max}.`]
      : [],
  );
  return cpuMs === undefined
    ? exceeded
    : [
        ...exceeded,
        `cpu_ms is ${cpuMs}: remove it, because Cloudflare's free plan has a fixed limit.`,
      ];
}
