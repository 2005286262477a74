// Compares this version of the service with the version in another checkout. The two versions capture in turns.
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { median, type Series, takeTurns } from "./measure.ts";
import type { Bench } from "./bench.ts";

/** Load of the machine only adds time, so the fastest captures show the cost of the code. */
export const CHECKOUT_HEAD = [
  "capture",
  "other checkout: p10, p50",
  "this checkout: p10, p50",
  "difference of p10",
  "median of the paired differences",
];

const TURNS = { rounds: 120, perRound: 1, warmUp: 6, pauseMs: 100 };

const OPTIONS: Record<string, CaptureOptionsInput> = {
  "no option": {},
  full_page: { full_page: true },
  "block_ads, block_cookie_banners, block_chats": {
    block_ads: true,
    block_cookie_banners: true,
    block_chats: true,
  },
};

/** Requires BENCH_CHECKOUT. Without it, yields nothing. */
export async function* measureCheckout({ pages, startService }: Bench): AsyncGenerator<string[]> {
  const folder = process.env["BENCH_CHECKOUT"];
  if (folder === undefined) return;
  const [other, service] = [await startService({}, 0, folder), await startService({})];
  for (const [name, options] of Object.entries(OPTIONS)) {
    const times = await takeTurns(
      {
        other: () => other.capture(pages.fresh("small"), options),
        service: () => service.capture(pages.fresh("small"), options),
      },
      TURNS,
    );
    const differences = times.service.map((ms, round) => ms - (times.other[round] ?? Number.NaN));
    yield [
      name,
      percentiles(times.other),
      percentiles(times.service),
      `${(p10(times.service) - p10(times.other)).toFixed(1)} ms`,
      `${median(differences).toFixed(1)} ms`,
    ];
  }
}

function percentiles(times: Series): string {
  return `${p10(times).toFixed(1)} ms, ${median(times).toFixed(1)} ms`;
}

function p10(times: Series): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}
