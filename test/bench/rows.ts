// Defines the rows of the benchmark: their measurements and aims.
import type { Bench, Line } from "./bench.ts";
import { measureApi } from "./api.ts";
import { COST_HEAD, measureBlockingCost } from "./blocking-cost.ts";
import { measureRemoval, REMOVAL_HEAD } from "./blocking-removal.ts";
import { CHECKOUT_HEAD, measureCheckout } from "./checkout.ts";
import { measureGaps } from "./gaps.ts";
import { COMPARE_HEAD, measureCompare } from "./compare.ts";
import { measureHostile } from "./hostile.ts";
import { HOSTILE_HEAD } from "./hostile-report.ts";
import { measureOverload, OVERLOAD_HEAD } from "./overload.ts";
import { LATENCY_HEAD, measureLatency } from "./latency.ts";
import { measureMessages, MESSAGES_HEAD } from "./messages.ts";
import { measureStartup } from "./startup.ts";
import { measurePool } from "./pool.ts";
import { measureRecords } from "./records.ts";
import { measureRowsRead, ROWS_HEAD } from "./statements.ts";
import { isolatePeakMb, type Memory, memoryOf } from "./memory.ts";
import { median, ratio, type Series, takeTurns, throughputOf, timeOf } from "./measure.ts";
import { type Pages, TALL_PX } from "./pages.ts";
import type { Capture, Peer } from "./subjects.ts";

const HEAD: Line = ["", "puppeteer-core", "Edgeshot", "ratio (min–max of the rounds)", "aim"];

/** `head` names the columns. `measure` yields the lines. */
type Row = {
  head: readonly string[];
  measure: (bench: Bench) => AsyncIterable<readonly string[]>;
};

export const rows: Record<string, Row> = {
  small: compared(measureSmall),
  gaps: compared(measureGaps),
  parallel: compared(measureParallel),
  requests: compared(measureRequests),
  cold: compared(measureCold),
  tall: compared(measureTall),
  records: compared(measureRecords),
  pool: compared(measurePool),
  api: compared(measureApi),
  rows: { head: ROWS_HEAD, measure: measureRowsRead },
  startup: compared(measureStartup),
  latency: { head: LATENCY_HEAD, measure: measureLatency },
  messages: { head: MESSAGES_HEAD, measure: measureMessages },
  compare: { head: COMPARE_HEAD, measure: measureCompare },
  blocking: { head: REMOVAL_HEAD, measure: measureRemoval },
  checkout: { head: CHECKOUT_HEAD, measure: measureCheckout },
  "blocking-cost": { head: COST_HEAD, measure: measureBlockingCost },
  hostile: { head: HOSTILE_HEAD, measure: measureHostile },
  overload: { head: OVERLOAD_HEAD, measure: measureOverload },
};

function compared(measure: (bench: Bench) => Promise<Line[]>): Row {
  return {
    head: HEAD,
    async *measure(bench) {
      yield* await measure(bench);
    },
  };
}

const CONCURRENCY = 4;

/** Waits for background work of a capture (storing, thumbnail, next tab), so that it does not slow down the next one. */
const PAUSE_MS = 500;

async function measureSmall({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const [peer, service] = [await startPeer(), await startService({})];
  await assertSameSize(peer.capture, service.capture, pages);
  const times = await takeTurns(
    {
      peer: () => peer.capture(pages.fresh("small")),
      service: () => service.capture(pages.fresh("small")),
    },
    { rounds: 7, perRound: 11, warmUp: 10, pauseMs: PAUSE_MS },
  );
  return [
    [
      "small page, p50",
      ms(times.peer),
      ms(times.service),
      ratio(times.service, times.peer),
      "≤ 0.85",
    ],
  ];
}

async function measureParallel({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const [peer, service] = [await startPeer(), await startService({})];
  const run = (capture: Capture, times: number) =>
    throughputOf(() => capture(pages.fresh("small")), { concurrency: CONCURRENCY, times });
  await run(peer.capture, 24);
  await run(service.capture, 48);

  const rates: { peer: Series; service: Series } = { peer: [], service: [] };
  for (let round = 0; round < 7; round++) {
    rates.peer.push(await run(peer.capture, 40));
    rates.service.push(await run(service.capture, 40));
  }
  return [
    [
      `small page, ${CONCURRENCY} concurrent`,
      perSecond(rates.peer),
      perSecond(rates.service),
      ratio(rates.service, rates.peer),
      "≥ 1.0",
    ],
  ];
}

async function measureRequests({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const peer = await startPeer();
  const service = await startService({});
  const times = await takeTurns(
    {
      peer: () => peer.capture(pages.fresh("requests")),
      service: () => service.capture(pages.fresh("requests")),
    },
    { rounds: 5, perRound: 9, warmUp: 6, pauseMs: PAUSE_MS },
  );
  return [
    [
      "100 sub-resources, p50",
      ms(times.peer),
      ms(times.service),
      ratio(times.service, times.peer),
      "≤ 1.15",
    ],
  ];
}

/** Compares the first capture with a bound: the launch of a browser plus two warm captures. */
async function measureCold({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const series = { launch: [] as Series, cold: [] as Series, warm: [] as Series };
  for (let round = 0; round < 5; round++) {
    let peer: Peer | undefined;
    series.launch.push(
      await timeOf(async () => {
        peer = await startPeer();
      }),
    );
    await peer?.stop();

    const service = await startService({});
    const capture = async () => timeOf(async () => service.capture(pages.fresh("small")));
    series.cold.push(await capture());
    const warm: Series = [];
    for (let count = 0; count < 15; count++) warm.push(await capture());
    series.warm.push(median(warm.slice(5)));
    await service.stop();
  }
  const bounds = series.launch.map((launch, round) => launch + 2 * (series.warm[round] ?? 0));
  return [
    [
      "first capture after start, compared with 2 × a warm capture + the launch of a browser",
      `${ms(bounds)} (2 × ${ms(series.warm)} + ${ms(series.launch)})`,
      ms(series.cold),
      ratio(series.cold, bounds),
      "≤ 1.0",
    ],
  ];
}

async function measureTall({ pages, startService }: Bench): Promise<Line[]> {
  const service = await startService({});
  for (let count = 0; count < 5; count++) await service.capture(pages.fresh("small"));

  const times: Series = [];
  const peaks: Series = [];
  const memories: Memory[] = [];
  const capture = async () =>
    assertTall(await service.capture(pages.fresh("tall"), { full_page: true }));
  for (let round = 0; round < 3; round++) {
    const memory = await memoryOf(service.pid, async () => {
      times.push(await timeOf(capture));
    });
    if (memory !== undefined) memories.push(memory);
  }
  // Measured separately, because sampling slows captures down.
  for (let round = 0; round < 3; round++)
    peaks.push(await isolatePeakMb(service.inspectorPort, capture));

  const name = `${TALL_PX.toLocaleString("en")} px PNG`;
  const growth = memories.map(({ idleMb, peakMb }) => `${mb(idleMb)} → ${mb(peakMb)}`);
  const processes = growth.length === 0 ? "not measured: no /proc" : `${growth.join(", ")} MB`;
  return [
    [`${name}, time`, "–", ms(times), "–", "–"],
    [`${name}, peak memory of the isolate`, "–", `${peaks.map(mb).join(", ")} MB`, "–", "≤ 128 MB"],
    [`${name}, whole runtime with local D1 and R2, idle → peak`, "–", processes, "–", "–"],
  ];
}

/** Throws an Error when the screenshots differ in size, because their times are not comparable. */
async function assertSameSize(one: Capture, other: Capture, pages: Pages): Promise<void> {
  const [first, second] = [await one(pages.fresh("small")), await other(pages.fresh("small"))];
  if (sizeOf(first) !== sizeOf(second))
    throw new Error(`The screenshots differ: ${sizeOf(first)} and ${sizeOf(second)} pixels.`);
}

function assertTall(png: Uint8Array): void {
  if (sizeOf(png) !== `1280×${TALL_PX}`)
    throw new Error(`The screenshot has ${sizeOf(png)} pixels.`);
}

/** Reads width and height from the first chunk of a PNG. */
function sizeOf(png: Uint8Array): string {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return `${header.getUint32(16)}×${header.getUint32(20)}`;
}

function ms(series: Series): string {
  return `${median(series).toFixed(0)} ms`;
}

function mb(megabytes: number): string {
  return megabytes.toFixed(0);
}

function perSecond(series: Series): string {
  return `${median(series).toFixed(1)}/s`;
}
