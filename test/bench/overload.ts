// Measures how fast the service refuses captures when 1,000 requests of ten accounts arrive at the same time.
import type { Bench } from "./bench.ts";
import { percentile, type Series, timeOf } from "./measure.ts";

export const OVERLOAD_HEAD = ["", "Edgeshot", "aim"] as const;

const REQUESTS = 1_000;
const WARM_UP = 20;

export async function* measureOverload({
  pages,
  startService,
}: Bench): AsyncGenerator<readonly string[]> {
  const service = await startService({});
  const clients = [service, ...service.others];
  for (let count = 0; count < WARM_UP; count++) await service.capture(pages.fresh("small"));

  const refusals: Series = [];
  const successes: Series = [];
  const others: number[] = [];
  await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      let status = 0;
      const url = pages.fresh("small");
      const ms = await timeOf(async () => {
        const answer = await clients[i % clients.length]?.send("/v1/capture", { url });
        status = answer?.status ?? 0;
      });
      if (status === 503) refusals.push(ms);
      else if (status === 200) successes.push(ms);
      else others.push(status);
    }),
  );
  yield ["1,000 requests at the same time: images", String(successes.length), "–"];
  yield ["refusals (503)", String(refusals.length), "–"];
  yield ["other answers", others.join(", ") || "0", "0"];
  yield ["refusals: p50 / p99 / maximum", times(refusals), "p99 ≤ 6.0 s"];
  yield ["images: p50 / p99 / maximum", times(successes), "–"];
}

function times(series: Series): string {
  const parts = [0.5, 0.99, 1].map((part) => (percentile(series, part) / 1_000).toFixed(1));
  return `${parts.join(" / ")} s`;
}
