// Finds settings in wrangler.toml that no plan of Cloudflare allows. Cloudflare would refuse them after the first changes.
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

/** Returns a sentence for each setting above its maximum. */
export function findImpossibleSettings({
  queues,
  limits,
}: Pick<ReturnType<typeof readConfig>, "queues" | "limits">): string[] {
  const ofQueues = queues.consumers.flatMap((consumer) =>
    Object.entries(CONSUMER_MAXIMA).map(([name, max]): [string, number | undefined, number] => [
      `${name} of ${consumer.queue}`,
      consumer[name as keyof typeof CONSUMER_MAXIMA], // an object literal has no other keys
      max,
    ]),
  );
  return [...ofQueues, ["cpu_ms", limits?.cpu_ms, MAX_CPU_MS] as const].flatMap(
    ([name, value, max]) =>
      value !== undefined && value > max
        ? [`${name} is ${value}: Cloudflare allows at most ${max.toLocaleString("en")}.`]
        : [],
  );
}
