// Compares this version of the service with the version in another checkout. The two versions capture in turns.
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { median, takeTurns } from "./measure.ts";
import type { Bench } from "./bench.ts";

export const CHECKOUT_HEAD = [
  "capture, p50",
  "other checkout",
  "this checkout",
  "difference (quartiles of the rounds)",
];

const TURNS = { rounds: 25, perRound: 5, warmUp: 6, pauseMs: 200 };

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
    const sorted = differences.toSorted((a, b) => a - b);
    const quartile = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
    yield [
      name,
      `${median(times.other).toFixed(1)} ms`,
      `${median(times.service).toFixed(1)} ms`,
      `${median(differences).toFixed(1)} ms (${quartile(0.25)} to ${quartile(0.75)})`,
    ];
  }
}
