// What blocking costs: milliseconds of a capture with each option, near the browser and 30 ms away from it.
// What slows the machine down for a while must not count: each capture is compared with the one without the option
// in the same turn.
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { median, type Series, takeTurns } from "./measure.ts";
import type { Bench } from "./rows.ts";

/** Edgeshot's own cells are what an option adds to a capture without it: the median of the differences. */
export const COST_HEAD = [
  "capture, p50",
  "Edgeshot",
  "`block_ads`",
  "`block_cookie_banners`",
  "`block_chats`",
  "all three",
  "puppeteer-core",
  "with Ghostery",
];

const OPTIONS = {
  without: {},
  ads: { block_ads: true },
  banners: { block_cookie_banners: true },
  chats: { block_chats: true },
  all: { block_ads: true, block_cookie_banners: true, block_chats: true },
} satisfies Record<string, CaptureOptionsInput>;

/** Odd numbers, of which the median is one. In the pause the service tidies up: its tab closes, the next is made ready. */
const SERVICE_TURNS = { rounds: 7, perRound: 1, warmUp: 1, pauseMs: 500 };
const PEER_TURNS = { rounds: 5, perRound: 1, warmUp: 1, pauseMs: 100 };

const PAGES = {
  "clean page, 100 requests": "/heavy/requests",
  "twelve vendors' tags, 100 requests": "/heavy/tags",
  "3,000 elements": "/heavy/elements",
};

export async function* measureBlockingCost(bench: Bench): AsyncGenerator<string[]> {
  await bench.openNamedWeb();
  for (const roundTripMs of [0, 30]) {
    const [service, peer, ghostery] = [
      await bench.startService({}, roundTripMs),
      await bench.startPeer(roundTripMs),
      await bench.startGhostery(roundTripMs),
    ];
    for (const [name, path] of Object.entries(PAGES)) {
      const url = `https://bench.site.example${path}`;
      const captures = Object.fromEntries(
        Object.entries(OPTIONS).map(([option, options]) => [
          option,
          () => service.capture(url, options),
        ]),
      ) as Record<keyof typeof OPTIONS, () => Promise<Uint8Array>>;
      const { without, ...withOption } = await takeTurns(captures, SERVICE_TURNS);
      const { plain, wrapped } = await takeTurns(
        { plain: () => peer.capture(url), wrapped: () => ghostery.capture(url) },
        PEER_TURNS,
      );
      const added = (series: Series) => {
        const differences = series.map((ms, turn) => ms - (without[turn] ?? Number.NaN));
        const ms = Math.round(median(differences));
        return ms < 0 ? `${ms} ms` : `+${ms} ms`;
      };
      yield [
        `${name}, ${roundTripMs} ms round trip`,
        `${median(without).toFixed(0)} ms`,
        ...[withOption.ads, withOption.banners, withOption.chats, withOption.all].map(added),
        ...[plain, wrapped].map((series) => `${median(series).toFixed(0)} ms`),
      ];
    }
    for (const subject of [service, peer, ghostery]) await subject.stop();
  }
}
