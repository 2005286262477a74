// Compares the results of the row "hostile" with the aims.
import { percentile, type Series } from "./measure.ts";

export const HOSTILE_HEAD = ["", "Edgeshot", "aim", "aim met"] as const;

const MAX_SLOWDOWN = 3;
const MAX_HEALTH_MS = 1_000;
const MAX_MEMORY_MB = 512;
/** The memory is flat if its median in the last third of the attack exceeds that of the first third by at most this factor. */
const MAX_GROWTH = 1.1;
const MAX_SHOWN = 10;

/** The part of a page's captures that ended with each status. */
type Outcomes = Map<string, Map<string, number>>;

/** The results of an attack. Times are in milliseconds. */
export type Attacked = {
  /** The honest captures of the quiet phase. */
  quietMs: Series;
  /** The memory of workerd after the quiet phase. */
  idleMb: number;
  honest: { times: Series; failures: string[] };
  /** `late`: captures that ended too long after their timeout. */
  hostile: { outcomes: Outcomes; late: string[]; count: number };
  /** Infinity: the request failed. */
  healthMs: Series;
  memoryMb: Series;
  /** The number of records without an end. */
  unended: number;
  /** Charged credits minus completed captures. */
  missingCredits: { honest: number; attacker: number };
};

/** Returns the lines of the table. The last line states whether the service met every aim. */
export function reportLines(results: Attacked): string[][] {
  const { quietMs, honest, hostile, healthMs, memoryMb, missingCredits } = results;
  const slowdown = slowdownOf(results);
  const [first, last] = thirds(memoryMb);
  const maxMb = Math.max(...memoryMb);
  const maxHealthMs = Math.max(...healthMs);
  const healthP95 = percentile(healthMs, 0.95);
  const judged: [name: string, value: string, aim: string, isMet: boolean][] = [
    ["p95 under attack ÷ quiet p95", slowdown.toFixed(2), "≤ 3", slowdown <= MAX_SLOWDOWN],
    none("failed captures of the honest account", honest.failures),
    none("hostile captures later than timeout + 2 s", hostile.late),
    ["`/health`, p95", ms(healthP95), "≤ 1,000 ms", healthP95 <= MAX_HEALTH_MS],
    ["`/health`, maximum", ms(maxHealthMs), "≤ 1,000 ms", maxHealthMs <= MAX_HEALTH_MS],
    ["workerd, maximum", mb(maxMb), "≤ 512 MB", maxMb <= MAX_MEMORY_MB],
    [
      "workerd, median of the first → last third",
      `${mb(first)} → ${mb(last)}`,
      "at most 10 % more",
      last <= first * MAX_GROWTH,
    ],
    zero("records without an end", results.unended),
    zero("credits of the honest account minus its captures", missingCredits.honest),
    zero("credits of the attacker minus its images", missingCredits.attacker),
  ];
  const missed = judged.filter(([, , , isMet]) => !isMet).length;
  return [
    fact("captures of the honest account, quiet: p50 / p95", percentiles(quietMs, [0.5, 0.95])),
    fact("under attack: p50 / p95 / p99", percentiles(honest.times, [0.5, 0.95, 0.99])),
    fact("captures of the honest account under attack", String(honest.times.length)),
    fact("hostile captures, refused ones included", String(hostile.count)),
    fact("workerd, idle", mb(results.idleMb)),
    ...[...hostile.outcomes].map(([name, statuses]) =>
      fact(`outcomes of "${name}"`, listOutcomes(statuses)),
    ),
    ...judged.map(([name, value, aim, isMet]) => [name, value, aim, isMet ? "yes" : "no"]),
    ["all aims", `${missed} missed`, "0 missed", missed === 0 ? "yes" : "no"],
  ];
}

/** Returns one line about a running attack. */
export function describeProgress(elapsedMs: number, results: Attacked): string {
  const { honest, hostile, healthMs, memoryMb } = results;
  return [
    `${Math.round(elapsedMs / 60_000)} min`,
    `honest p95 ${percentiles(honest.times, [0.95])} (${slowdownOf(results).toFixed(2)} × quiet), ${honest.failures.length} failed`,
    `hostile ${hostile.count}, ${hostile.late.length} late`,
    `/health p95 ${percentiles(healthMs, [0.95])}, maximum ${ms(Math.max(...healthMs))}`,
    `workerd ${mb(memoryMb.at(-1) ?? 0)}, maximum ${mb(Math.max(...memoryMb))}`,
  ].join("; ");
}

function slowdownOf({ honest, quietMs }: Attacked): number {
  return percentile(honest.times, 0.95) / percentile(quietMs, 0.95);
}

/** Returns the medians of the first and the last third. */
function thirds(samples: Series): [number, number] {
  const third = Math.ceil(samples.length / 3);
  return [percentile(samples.slice(0, third), 0.5), percentile(samples.slice(-third), 0.5)];
}

function fact(name: string, value: string): string[] {
  return [name, value, "–", "–"];
}

function none(name: string, items: string[]): [string, string, string, boolean] {
  const more = items.length > MAX_SHOWN ? ", …" : "";
  const list = items.length === 0 ? "" : `: ${items.slice(0, MAX_SHOWN).join(", ")}${more}`;
  return [name, `${items.length}${list}`, "0", items.length === 0];
}

function zero(name: string, count: number): [string, string, string, boolean] {
  return [name, String(count), "0", count === 0];
}

function ms(value: number): string {
  return value === Infinity ? "failed" : `${value.toFixed(0)} ms`;
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}

function percentiles(values: Series, parts: number[]): string {
  return `${parts.map((part) => percentile(values, part).toFixed(0)).join(" / ")} ms`;
}

function listOutcomes(statuses: Map<string, number>): string {
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
}
