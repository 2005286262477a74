// Measures what hostile pages of one account do to the captures of another account: first a quiet phase, then an attack.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { allHostilePages } from "../support/hostile-pages.ts";
import type { Bench } from "./bench.ts";
import { percentile, type Series, timeOf } from "./measure.ts";
import { runtimeMb } from "./memory.ts";
import type { Client, Service } from "./subjects.ts";

export const HOSTILE_HEAD = ["", "Edgeshot", "aim"] as const;

const TIMEOUT_MS = 10_000;
/** A hostile capture must end at most this long after its timeout. */
const SLACK_MS = 2_000;
/** More callers than slots of one account (4 by default), so that its captures always wait for slots. */
const ATTACKERS = 6;
const MAX_QUIET_MS = 60_000;
const WARM_UP = 20;
/** The time between two captures of the honest account. */
const PAUSE_MS = 100;
const PROBE_EVERY_MS = 500;
/** The sweep, which fails lost captures, runs every minute on a deployed service. */
const SETTLED_WITHIN_MS = 10_000;
const MAX_SHOWN = 10;

/** The part of a page's captures that ended with each status. */
type Outcomes = Map<string, Map<string, number>>;

type Attack = { outcomes: Outcomes; late: string[]; count: number; accepted: number };

export async function* measureHostile(bench: Bench): AsyncGenerator<readonly string[]> {
  const site = await startHostileSite();
  const service = await bench.startService({});
  const [attacker] = service.others;
  if (attacker === undefined) throw new Error("The service has one account only.");
  const attackMs = bench.minutes * 60_000;
  const honest: Honest = { times: [], failures: [] };
  for (let count = 0; count < WARM_UP; count++) await service.capture(bench.pages.fresh("small"));

  await captureUntil(Date.now() + Math.min(attackMs, MAX_QUIET_MS), service, bench, honest);
  const quiet = honest.times.splice(0);
  const idleMb = runtimeMb(service.pid);

  const endsAt = Date.now() + attackMs;
  const attack: Attack = { outcomes: new Map(), late: [], count: 0, accepted: 0 };
  const probes = { healthMs: [] as Series, memoryMb: [] as Series };
  const names = Object.keys(allHostilePages);
  const attackers = Array.from({ length: ATTACKERS }, async (_, place) => {
    for (let turn = place; Date.now() < endsAt; turn += ATTACKERS)
      await captureHostile(attacker, site.origin, names[turn % names.length] ?? "", attack);
  });
  await Promise.all([
    ...attackers,
    captureUntil(endsAt, service, bench, honest),
    probeUntil(endsAt, service, probes),
  ]);
  const attacked = honest.times;

  const slowdown = percentile(attacked, 0.95) / percentile(quiet, 0.95);
  yield [`captures of the honest account, quiet: p50 / p95`, percentiles(quiet), "–"];
  yield [`under attack: p50 / p95 / p99`, percentiles(attacked, 0.99), "–"];
  yield ["p95 under attack ÷ quiet p95", slowdown.toFixed(2), "≤ 3"];
  yield ["failed captures of the honest account", listed(honest.failures), "0"];
  yield ["captures of the honest account under attack", String(attacked.length), "–"];
  yield ["hostile captures, refused ones included", String(attack.count), "–"];
  yield ["hostile captures later than timeout + 2 s", listed(attack.late), "0"];
  const maxHealthMs = Math.max(...probes.healthMs);
  yield ["`/health`: p50 / p95 / maximum", percentiles(probes.healthMs, 1), "≤ 1,000 ms"];
  if (maxHealthMs === Infinity) yield ["`/health` failed", "yes", "no"];
  yield ["workerd, idle → maximum", memory(idleMb, probes.memoryMb), "≤ 512 MB"];
  yield ["workerd, median of the first and the last quarter", flatness(probes.memoryMb), "flat"];
  yield ["records that did not end", await countUnended(service, attacker), "0"];
  yield ["credits of the honest account minus its captures", await missingCredits(service), "0"];
  yield ["credits of the attacker minus its images", await missingCredits(attacker), "0"];
  for (const [name, statuses] of attack.outcomes)
    yield [`outcomes of "${name}"`, listOutcomes(statuses), "–"];
  site.stop();
}

async function startHostileSite() {
  const site = fork(fileURLToPath(new URL("hostile-site.ts", import.meta.url)));
  const [port] = (await once(site, "message")) as [number]; // hostile-site.ts sends its port
  return { origin: `http://localhost:${port}`, stop: () => site.kill() };
}

type Honest = { times: Series; failures: string[] };

/** Captures small pages of the honest account, one after another. */
async function captureUntil(
  endsAt: number,
  service: Service,
  { pages }: Bench,
  { times, failures }: Honest,
): Promise<void> {
  while (Date.now() < endsAt) {
    const ms = await timeOf(async () => {
      const answer = await service.send("/v1/capture", { url: pages.fresh("small") });
      if (!answer.ok) failures.push(`${answer.status} ${codeOf(await answer.json())}`);
    });
    times.push(ms);
    await sleep(PAUSE_MS);
  }
}

async function captureHostile(
  { send }: Client,
  origin: string,
  name: string,
  attack: Attack,
): Promise<void> {
  const url = `${origin}/page?name=${encodeURIComponent(name)}`;
  const options = { timeout: TIMEOUT_MS, delay: 500 };
  let status = "";
  const ms = await timeOf(async () => {
    const answer = await send("/v1/capture", { url, options });
    status = answer.ok ? "200" : `${answer.status} ${codeOf(await answer.json())}`;
  });
  attack.count += 1;
  if (ms > TIMEOUT_MS + SLACK_MS) attack.late.push(`${name}: ${(ms / 1_000).toFixed(1)} s`);
  const statuses = attack.outcomes.get(name) ?? new Map<string, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  attack.outcomes.set(name, statuses);
}

async function probeUntil(
  endsAt: number,
  { send, pid }: Service,
  { healthMs, memoryMb }: { healthMs: Series; memoryMb: Series },
): Promise<void> {
  while (Date.now() < endsAt) {
    const startedAt = performance.now();
    const { ok } = await send("/health");
    healthMs.push(ok ? performance.now() - startedAt : Infinity);
    memoryMb.push(runtimeMb(pid));
    await sleep(PROBE_EVERY_MS);
  }
}

/** Returns the number of records without an end. Records of captures that have just failed may still be changing. */
async function countUnended(...clients: Client[]): Promise<string> {
  const count = async () => {
    let unended = 0;
    for (const client of clients)
      for (const status of ["pending", "processing"]) unended += await totalOf(client, status);
    return unended;
  };
  const until = Date.now() + SETTLED_WITHIN_MS;
  while ((await count()) > 0 && Date.now() < until) await sleep(PROBE_EVERY_MS);
  return String(await count());
}

/** Returns the difference between the charged credits and the completed records. */
async function missingCredits(client: Client): Promise<string> {
  const answer = await client.get("/v1/screenshots/usage");
  const { data } = (await answer.json()) as { data: { usage: number } };
  return String(data.usage - (await totalOf(client, "completed")));
}

async function totalOf(client: Client, status: string): Promise<number> {
  const answer = await client.get(`/v1/screenshots?status=${status}&limit=1`);
  return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
}

function codeOf(body: unknown): string {
  const { error } = body as { error: { code: string; details?: { reason?: string } } };
  const reason = error.details?.reason;
  return reason === undefined ? error.code : `${error.code} (${reason})`;
}

function percentiles(values: Series, last?: number): string {
  const parts = [0.5, 0.95, ...(last === undefined ? [] : [last])];
  return `${parts.map((part) => percentile(values, part).toFixed(0)).join(" / ")} ms`;
}

function memory(idleMb: number, samples: Series): string {
  return `${idleMb.toFixed(0)} → ${Math.max(0, ...samples).toFixed(0)} MB`;
}

function flatness(samples: Series): string {
  const quarter = Math.ceil(samples.length / 4);
  const medians = [samples.slice(0, quarter), samples.slice(-quarter)].map((part) =>
    percentile(part, 0.5).toFixed(0),
  );
  return `${medians.join(" → ")} MB`;
}

function listed(items: string[]): string {
  if (items.length === 0) return "0";
  const shown = items.slice(0, MAX_SHOWN).join(", ");
  return `${items.length}: ${shown}${items.length > MAX_SHOWN ? ", …" : ""}`;
}

function listOutcomes(statuses: Map<string, number>): string {
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
}
