// Compares clients that capture in a loop with a pause. The background work of a capture runs during the pause and, if it
// is short, during the next capture. Also compares the CPU time, which other programs on the machine change less.
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, Line } from "./bench.ts";
import { browserCpuMsOf, cpuMsOf } from "./cpu.ts";
import { median, ratio, type Series, timeOf } from "./measure.ts";
import type { Capture } from "./subjects.ts";

const GAPS_MS = [0, 150, 300];
const ROUNDS = 5;
const CAPTURES = 11;
const WARM_UP = 10;

/** The background work of a round ends within this time. */
const SETTLE_MS = 1_500;

type Times = { ms: Series; browserMs: Series; runtimeMs: Series };

/** Each subject captures alone for a round: the background work of one would slow down the other. */
export async function measureGaps({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const [peer, service] = [await startPeer(), await startService({})];
  const lines: Line[] = [];
  for (const gapMs of GAPS_MS) {
    const times = { peer: createTimes(), service: createTimes() };
    const measure = async (name: keyof typeof times, pid: number, capture: Capture) => {
      const before = { browserMs: browserCpuMsOf(pid), runtimeMs: cpuMsOf(pid) };
      const act = () => capture(pages.fresh("small"));
      const series: Series = [];
      for (let count = 0; count < CAPTURES; count += 1) {
        series.push(await timeOf(act));
        await sleep(gapMs);
      }
      await sleep(SETTLE_MS);
      times[name].ms.push(median(series));
      times[name].browserMs.push((browserCpuMsOf(pid) - before.browserMs) / CAPTURES);
      times[name].runtimeMs.push((cpuMsOf(pid) - before.runtimeMs) / CAPTURES);
    };
    for (const { capture } of [peer, service])
      for (let count = 0; count < WARM_UP; count += 1) await capture(pages.fresh("small"));
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure("peer", peer.pid, peer.capture);
      await measure("service", service.pid, service.capture);
    }
    lines.push(...linesOf(gapMs, times));
  }
  return lines;
}

function createTimes(): Times {
  return { ms: [], browserMs: [], runtimeMs: [] };
}

function linesOf(gapMs: number, { peer, service }: Record<"peer" | "service", Times>): Line[] {
  const ms = (series: Series) => `${median(series).toFixed(0)} ms`;
  return [
    [
      `small page, pause of ${gapMs} ms, p50`,
      ms(peer.ms),
      ms(service.ms),
      ratio(service.ms, peer.ms),
      "≤ 0.85",
    ],
    [
      "its CPU in the browser",
      ms(peer.browserMs),
      ms(service.browserMs),
      ratio(service.browserMs, peer.browserMs),
      "–",
    ],
    ["its CPU in the runtime", "–", ms(service.runtimeMs), "–", "–"],
  ];
}
