// Compares a plain request of the API with a bare Hono Worker under the same development server.
import type { Bench, Line } from "./bench.ts";
import { median, ratio, type Series, throughputOf } from "./measure.ts";

const ROUNDS = 7;
const TURN = { concurrency: 8, times: 400 };

/** Measures requests per second of the status of a record. */
export async function measureApi({ pages, startService }: Bench): Promise<Line[]> {
  const service = await startService({});
  const bare = await startService({}, 0, undefined, "test/support/bare-worker.ts");
  const captured = await service.send("/v1/capture", { url: pages.fresh("small") });
  const path = `/v1/screenshots/${captured.headers.get("X-Screenshot-Id")}/status`;
  const rates = { bare: [] as Series, service: [] as Series };
  await throughputOf(() => bare.get(path), TURN);
  await throughputOf(() => service.get(path), TURN);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await throughputOf(() => bare.get(path), TURN));
    rates.service.push(await throughputOf(() => service.get(path), TURN));
  }
  const perSecond = (series: Series) => `${median(series).toFixed(0)}/s`;
  return [
    [
      "status of a record, compared with a bare Hono Worker",
      perSecond(rates.bare),
      perSecond(rates.service),
      ratio(rates.service, rates.bare),
      "≥ 0.4",
    ],
  ];
}
