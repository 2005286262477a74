// What is measured, row by row, and what it should reach.
import type { Bench, Line } from "./bench.ts";
import { COST_HEAD, measureBlockingCost } from "./blocking-cost.ts";
import { measureRemoval, REMOVAL_HEAD } from "./blocking-removal.ts";
import { measureRecords } from "./records.ts";
import { isolatePeakMb, type Memory, memoryOf } from "./memory.ts";
import { median, ratio, type Series, takeTurns, throughputOf, timeOf } from "./measure.ts";
import { type Pages, TALL_PX } from "./pages.ts";
import type { Capture, Peer } from "./subjects.ts";

const HEAD: Line = ["", "puppeteer-core", "Edgeshot", "ratio (min–max of the rounds)", "aim"];

/** `head` names the columns that `measure` fills, line by line. */
type Row = {
  head: readonly string[];
  measure: (bench: Bench) => AsyncIterable<readonly string[]>;
};

export const rows: Record<string, Row> = {
  small: compared(measureSmall),
  parallel: compared(measureParallel),
  requests: compared(measureRequests),
  cold: compared(measureCold),
  tall: compared(measureTall),
  records: compared(measureRecords),
  blocking: { head: REMOVAL_HEAD, measure: measureRemoval },
  "blocking-cost": { head: COST_HEAD, measure: measureBlockingCost },
};

function compared(measure: (bench: Bench) => Promise<Line[]>): Row {
  return {
    head: HEAD,
    async *measure(bench) {
      yield* await measure(bench);
    },
  };
}

const AT_ONCE = 4;

/** What a capture leaves to be done (storing, a thumbnail, the next tab) would be paid by the other's capture. */
const OWN_TIME_MS = 500;

async function measureSmall({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const [peer, service] = [await startPeer(), await startService({})];
  await assertSamePicture(peer.capture, service.capture, pages);
  const times = await takeTurns(
    {
      peer: () => peer.capture(pages.fresh("small")),
      service: () => service.capture(pages.fresh("small")),
    },
    { rounds: 7, perRound: 11, warmUp: 10, pauseMs: OWN_TIME_MS },
  );
  return [
    [
      "small page, p50",
      ms(times.peer),
      ms(times.service),
      ratio(times.service, times.peer),
      "≤ 1.0",
    ],
  ];
}

async function measureParallel({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const [peer, service] = [await startPeer(), await startService({})];
  const run = (capture: Capture, times: number) =>
    throughputOf(() => capture(pages.fresh("small")), { atOnce: AT_ONCE, times });
  await run(peer.capture, 24);
  await run(service.capture, 48);

  const rates: { peer: Series; service: Series } = { peer: [], service: [] };
  for (let round = 0; round < 7; round++) {
    rates.peer.push(await run(peer.capture, 40));
    rates.service.push(await run(service.capture, 40));
  }
  return [
    [
      `small page, ${AT_ONCE} at once`,
      perSecond(rates.peer),
      perSecond(rates.service),
      ratio(rates.service, rates.peer),
      "≥ 0.9",
    ],
  ];
}

async function measureRequests({ pages, startService, startPeer }: Bench): Promise<Line[]> {
  const peer = await startPeer();
  const platform = await startService({ OUTBOUND_GUARD: "platform" });
  const strict = await startService({ OUTBOUND_GUARD: "strict" });
  const times = await takeTurns(
    {
      peer: () => peer.capture(pages.fresh("requests")),
      platform: () => platform.capture(pages.fresh("requests")),
      strict: () => strict.capture(pages.fresh("requests")),
    },
    { rounds: 5, perRound: 9, warmUp: 6, pauseMs: OWN_TIME_MS },
  );
  const line = (guard: "platform" | "strict", aim: string): Line => [
    `100 sub-resources, p50, \`OUTBOUND_GUARD=${guard}\``,
    ms(times.peer),
    ms(times[guard]),
    ratio(times[guard], times.peer),
    aim,
  ];
  return [line("platform", "≤ 1.15"), line("strict", "–")];
}

/** The peer's part here is the launch of a browser; the bound is twice a warm capture plus that launch. */
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
      "first capture after start; beside it 2 × a warm one + the browser's launch",
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
  // Apart from the times, which the questions lengthen.
  for (let round = 0; round < 3; round++)
    peaks.push(await isolatePeakMb(service.inspectorPort, capture));

  const name = `${TALL_PX.toLocaleString("en")} px PNG`;
  const growth = memories.map(({ idleMb, peakMb }) => `${mb(idleMb)} → ${mb(peakMb)}`);
  const processes = growth.length === 0 ? "not measured: no /proc" : `${growth.join(", ")} MB`;
  return [
    [`${name}, time`, "–", ms(times), "–", "–"],
    [`${name}, isolate at its peak`, "–", `${peaks.map(mb).join(", ")} MB`, "–", "≤ 128 MB"],
    [`${name}, whole runtime with local D1 and R2, idle → peak`, "–", processes, "–", "–"],
  ];
}

/** A comparison of different pictures would say nothing. */
async function assertSamePicture(one: Capture, other: Capture, pages: Pages): Promise<void> {
  const [first, second] = [await one(pages.fresh("small")), await other(pages.fresh("small"))];
  if (sizeOf(first) !== sizeOf(second))
    throw new Error(`The pictures differ: ${sizeOf(first)} and ${sizeOf(second)} pixels.`);
}

function assertTall(png: Uint8Array): void {
  if (sizeOf(png) !== `1280×${TALL_PX}`) throw new Error(`The picture has ${sizeOf(png)} pixels.`);
}

/** Width and height stand in the first chunk of a PNG. */
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
