// Compares the time of POST /v1/compare with pixelmatch over whole decoded images in Node.
import { existsSync } from "node:fs";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import type { Bench } from "./bench.ts";
import { cpuMsOf, isolatePeakMb } from "./memory.ts";
import { median, ratio, type Series, timeOf } from "./measure.ts";
import type { Service } from "./subjects.ts";

export const COMPARE_HEAD = [
  "page",
  "pixelmatch alone, time",
  "decoding and pixelmatch, time",
  "`POST /v1/compare`, time",
  "decoding and pixelmatch, CPU",
  "`POST /v1/compare`, CPU",
  "ratio of CPU (min–max of the rounds)",
  "peak of the isolate",
] as const;

const WIDTH_PX = 1280;
const HEIGHTS_PX = [1_024, 8_000, 50_000];
const ROUNDS = 5;
const THRESHOLD = 0.1;

type Images = { ids: [before: string, after: string]; files: Uint8Array[] };

export async function* measureCompare({
  pages,
  startService,
}: Bench): AsyncGenerator<readonly string[]> {
  const service = await startService({});
  for (const heightPx of HEIGHTS_PX) {
    const images = await captureVersions(service, [
      pages.version(heightPx, 1),
      pages.version(heightPx, 2),
    ]);
    const times = await takeRounds(service, images);
    const peakMb = await isolatePeakMb(service.inspectorPort, () => compare(service, images));
    yield [
      `${WIDTH_PX} × ${heightPx.toLocaleString("en")}`,
      ms(times.alone),
      ms(times.whole),
      ms(times.service),
      ms(times.wholeCpu),
      ...(existsSync("/proc/self/stat")
        ? [ms(times.serviceCpu), ratio(times.serviceCpu, times.wholeCpu)]
        : ["not measured: no /proc", "–"]),
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

/** Milliseconds of each round. */
type Times = Record<"alone" | "whole" | "service" | "wholeCpu" | "serviceCpu", Series>;

async function takeRounds(service: Service, images: Images): Promise<Times> {
  const times: Times = { alone: [], whole: [], service: [], wholeCpu: [], serviceCpu: [] };
  await compare(service, images);
  for (let round = 0; round < ROUNDS; round++) {
    const cpuOfNode = process.cpuUsage();
    const whole = compareWhole(images.files);
    const { user, system } = process.cpuUsage(cpuOfNode);
    times.wholeCpu.push((user + system) / 1_000);
    times.alone.push(whole.aloneMs);
    times.whole.push(whole.wholeMs);
    const cpuBefore = cpuMsOf(service.pid);
    times.service.push(await timeOf(() => compare(service, images)));
    times.serviceCpu.push(cpuMsOf(service.pid) - cpuBefore);
  }
  return times;
}

/** Decodes both files and compares them in one call, in this process. */
function compareWhole(files: Uint8Array[]): { aloneMs: number; wholeMs: number } {
  const startedAt = performance.now();
  const [before, after] = files.map((file) => PNG.sync.read(Buffer.from(file)));
  if (before === undefined || after === undefined) throw new Error("Two files are required.");
  const decodedAt = performance.now();
  const output = new Uint8Array(after.data.length);
  const options = { threshold: THRESHOLD, diffMask: true };
  pixelmatch(after.data, before.data, output, after.width, after.height, options);
  const endedAt = performance.now();
  return { aloneMs: endedAt - decodedAt, wholeMs: endedAt - startedAt };
}

let count = 0;

/** Each request has another threshold, because the service stores results. */
async function compare(service: Service, { ids: [before, after] }: Images): Promise<void> {
  const threshold = THRESHOLD + ++count / 1e9;
  await service.post("/v1/compare", { before, after, threshold });
}

function ms(series: Series): string {
  return `${median(series).toFixed(0)} ms`;
}
