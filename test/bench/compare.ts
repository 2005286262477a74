// Compares the time of POST /v1/compare with pixelmatch over whole decoded images in Node.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import type { Bench } from "./bench.ts";
import { cpuMsOf } from "./cpu.ts";
import { isolatePeakMb } from "./memory.ts";
import { median, ratio, type Series, timeOf } from "./measure.ts";
import type { Service } from "./subjects.ts";

export const COMPARE_HEAD = [
  "page",
  "pixelmatch alone, time",
  "decoding and pixelmatch, time",
  "`POST /v1/compare`, time",
  "ratio of `POST /v1/compare` to pixelmatch alone, time (min–max of the rounds)",
  "ratio of `POST /v1/compare` to decoding and pixelmatch, time (min–max of the rounds)",
  "decoding and pixelmatch, CPU",
  "the same with a diff image, CPU",
  "`POST /v1/compare`, CPU",
  "ratio of CPU without diff image (min–max of the rounds)",
  "ratio of CPU with diff image (min–max of the rounds)",
  "peak of the isolate",
] as const;

const WIDTH_PX = 1280;
/** Short comparisons are repeated in each round: Linux counts CPU time in ticks of 10 ms. */
const SIZES = [
  { heightPx: 1_024, repeats: 10 },
  { heightPx: 8_000, repeats: 2 },
  { heightPx: 50_000, repeats: 1 },
];
const ROUNDS = 5;
const PAUSE_MS = 200;
const THRESHOLD = 0.1;

type Images = { ids: [before: string, after: string]; files: Uint8Array[] };

export async function* measureCompare({
  pages,
  startService,
}: Bench): AsyncGenerator<readonly string[]> {
  const service = await startService({});
  for (const { heightPx, repeats } of SIZES) {
    const images = await captureVersions(service, [
      pages.version(heightPx, 1),
      pages.version(heightPx, 2),
    ]);
    const { alone, decoding, drawing, endpoint } = await takeRounds(service, images, repeats);
    const peakMb = await isolatePeakMb(service.inspectorPort, () => compare(service, images.ids));
    const hasCpu = existsSync("/proc/self/stat");
    yield [
      `${WIDTH_PX} × ${heightPx.toLocaleString("en")}`,
      ms(alone.time),
      ms(decoding.time),
      ms(endpoint.time),
      ratio(endpoint.time, alone.time),
      ratio(endpoint.time, decoding.time),
      ms(decoding.cpu),
      ms(drawing.cpu),
      hasCpu ? ms(endpoint.cpu) : "not measured: no /proc",
      hasCpu ? ratio(endpoint.cpu, decoding.cpu) : "–",
      hasCpu ? ratio(endpoint.cpu, drawing.cpu) : "–",
      `${peakMb.toFixed(0)} MB`,
    ];
  }
}

async function captureVersions(service: Service, urls: [string, string]): Promise<Images> {
  const files: Uint8Array[] = [];
  for (const url of urls) files.push(await service.capture(url, { full_page: true }));
  const list = await service.get("/v1/screenshots?limit=2");
  const { data } = (await list.json()) as { data: { _id: string }[] };
  const [after, before] = data.map(({ _id }) => _id);
  return { ids: [before ?? "", after ?? ""], files };
}

/** Milliseconds of one comparison in each round. */
type Times = { time: Series; cpu: Series };

async function takeRounds(service: Service, { ids, files }: Images, repeats: number) {
  const [before, after] = files;
  if (before === undefined || after === undefined) throw new Error("Two files are required.");
  const [decodedBefore, decodedAfter] = [decode(before), decode(after)];
  const acts = {
    alone: () => match(decodedBefore, decodedAfter, { diffMask: true }),
    decoding: () => match(decode(before), decode(after), { diffMask: true }),
    drawing: () => PNG.sync.write(match(decode(before), decode(after), { diffMask: false })),
    endpoint: () => compare(service, ids),
  };
  const none = (): Times => ({ time: [], cpu: [] });
  const times = { alone: none(), decoding: none(), drawing: none(), endpoint: none() };
  const names = Object.keys(acts) as (keyof typeof acts)[]; // an object literal has no other keys
  for (const name of names) {
    await sleep(PAUSE_MS);
    await acts[name]();
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      // The connection may have been closed while this process was busy.
      await sleep(PAUSE_MS);
      const cpuMs = () => (name === "endpoint" ? cpuMsOf(service.pid) : ownCpuMs());
      const cpuBefore = cpuMs();
      const time = await timeOf(async () => {
        for (let repeat = 0; repeat < repeats; repeat++) await acts[name]();
      });
      times[name].cpu.push((cpuMs() - cpuBefore) / repeats);
      times[name].time.push(time / repeats);
    }
  }
  return times;
}

function decode(file: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(file));
}

/** Compares whole images in one call, in this process, and returns the diff image. */
function match(before: PNG, after: PNG, options: { diffMask: boolean }): PNG {
  const { width, height } = after;
  const diff = new PNG({ width, height });
  pixelmatch(after.data, before.data, diff.data, width, height, {
    ...options,
    threshold: THRESHOLD,
  });
  return diff;
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let count = 0;

/** Each request has another threshold, because the service stores results. */
async function compare(service: Service, [before, after]: Images["ids"]): Promise<void> {
  const threshold = THRESHOLD + ++count / 1e9;
  await service.post("/v1/compare", { before, after, threshold });
}

function ms(series: Series): string {
  return `${median(series).toFixed(0)} ms`;
}
