// Measures the milliseconds that each block_* option adds to a capture, with a round trip of 0 ms and of 30 ms to the
// browser. Each capture is compared with the capture without options in the same round, so that temporary load of the
// machine does not affect the result.
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { median, type Series, takeTurns } from "./measure.ts";
import type { Bench } from "./bench.ts";

/** Edgeshot's cells contain the median of the added milliseconds. */
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

/**
 * The number of rounds is odd, so that the median is a measured value. The service prepares its next tab during the pause.
 */
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
