// Measures whether queries of one account stay fast while other accounts have more and more records.
import { type Series, timeOf } from "./measure.ts";
import type { Bench, Line } from "./bench.ts";
import type { Service } from "./subjects.ts";

const SIZES = [1_000, 100_000, 1_000_000];
const WARM_UP = 30;
const REQUESTS = 200;

type Query = (service: Service, record: { id: string; number: number }) => Promise<unknown>;

/** Queries of one account, which has 1,000 records at every database size. Times are of whole HTTP requests. */
const queries: Record<string, Query> = {
  list: ({ get }, { number }) => get(`/v1/screenshots?page=${1 + (number % 100)}`),
  "list of a status, format and time": ({ get }) =>
    get("/v1/screenshots?status=failed&format=png&startDate=2026-01-05"),
  search: ({ get }, { number }) => get(`/v1/screenshots?search=PAGE-${number}`),
  get: ({ get }, { id }) => get(`/v1/screenshots/${id}`),
  status: ({ get }, { id }) => get(`/v1/screenshots/${id}/status`),
};

/** Measures the sizes in turns, so that a slow machine affects all of them. */
export async function measureRecords({ startServiceWithRecords }: Bench): Promise<Line[]> {
  const subjects: { service: Service; ids: string[] }[] = [];
  for (const size of SIZES) {
    const service = await startServiceWithRecords(size);
    subjects.push({ service, ids: await listIds(service) });
  }
  const lines: Line[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const times: Series[] = subjects.map(() => []);
    for (let count = 0; count < WARM_UP + REQUESTS; count++)
      for (const [place, { service, ids }] of subjects.entries()) {
        const number = (count * 271) % ids.length;
        const ms = await timeOf(() => query(service, { id: ids[number] ?? "", number }));
        if (count >= WARM_UP) times[place]?.push(ms);
      }
    lines.push(lineOf(name, times));
  }
  return lines;
}

function lineOf(name: string, times: Series[]): Line {
  const sizes = SIZES.map((size) => size.toLocaleString("en")).join(" · ");
  return [
    `${name}, p50 / p95 among ${sizes} records`,
    "–",
    `${times.map((series) => `${at(series, 0.5)} / ${at(series, 0.95)}`).join(" · ")} ms`,
    (quantile(times.at(-1) ?? [], 0.5) / quantile(times[0] ?? [], 0.5)).toFixed(2),
    "≤ 1.25",
  ];
}

async function listIds({ get }: Service): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; page <= 10; page++) {
    const answer = await get(`/v1/screenshots?limit=100&page=${page}`);
    const { data } = (await answer.json()) as { data: { _id: string }[] };
    ids.push(...data.map(({ _id }) => _id));
  }
  if (ids.length !== 1_000)
    throw new Error(`The account has ${ids.length} records instead of 1,000.`);
  return ids;
}

function at(series: Series, share: number): string {
  return quantile(series, share).toFixed(1);
}

function quantile(series: Series, share: number): number {
  const sorted = series.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
