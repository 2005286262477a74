// Compares a plain request of the API with a bare Hono Worker under the same development server.
import type { Bench, Line } from "./bench.ts";
import { cpuMsOf } from "./cpu.ts";
import type { Service } from "./subjects.ts";
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
  const cpu = { bare: [] as Series, service: [] as Series };
  const measure = async (name: keyof typeof rates, { get, pid }: Service) => {
    const cpuBefore = cpuMsOf(pid);
    rates[name].push(await throughputOf(() => get(path), TURN));
    cpu[name].push((cpuMsOf(pid) - cpuBefore) / TURN.times);
  };
  await throughputOf(() => bare.get(path), TURN);
  await throughputOf(() => service.get(path), TURN);
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure("bare", bare);
    await measure("service", service);
  }
  const ms = (series: Series) => `${median(series).toFixed(1)} ms`;
  const perSecond = (series: Series) => `${median(series).toFixed(0)}/s`;
  return [
    [
      "status of a record, compared with a bare Hono Worker",
      perSecond(rates.bare),
      perSecond(rates.service),
      ratio(rates.service, rates.bare),
      "≥ 0.4",
    ],
    // The whole runtime, which contains the local database and objects, too.
    ["its CPU for each request", ms(cpu.bare), ms(cpu.service), ratio(cpu.bare, cpu.service), "–"],
  ];
}
