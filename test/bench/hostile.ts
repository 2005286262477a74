// Measures what hostile pages of one account do to the captures of another account: first a quiet phase, then an attack.
// hostile-report.ts compares the results with the aims.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { allHostilePages } from "../support/hostile-pages.ts";
import type { Bench } from "./bench.ts";
import { type Attacked, describeProgress, reportLines } from "./hostile-report.ts";
import { type Series, timeOf } from "./measure.ts";
import { runtimeMb } from "./memory.ts";
import type { Client, Service } from "./subjects.ts";

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
const PROGRESS_EVERY_MS = 60_000;
/** The sweep, which fails lost captures, runs every minute on a deployed service. */
const SETTLED_WITHIN_MS = 10_000;

export async function* measureHostile(bench: Bench): AsyncGenerator<readonly string[]> {
  const site = await startHostileSite();
  const service = await bench.startService({});
  const [attacker] = service.others;
  if (attacker === undefined) throw new Error("The service has one account only.");
  const attackMs = bench.minutes * 60_000;
  for (let count = 0; count < WARM_UP; count++) await service.capture(bench.pages.fresh("small"));

  const quiet: Honest = { times: [], failures: [] };
  await captureUntil(Date.now() + Math.min(attackMs, MAX_QUIET_MS), service, bench, quiet);
  const results: Attacked = {
    quietMs: quiet.times,
    idleMb: runtimeMb(service.pid),
    honest: { times: [], failures: quiet.failures },
    hostile: { outcomes: new Map(), late: [], count: 0 },
    healthMs: [],
    memoryMb: [],
    unended: 0,
    missingCredits: { honest: 0, attacker: 0 },
  };

  const startedAt = Date.now();
  const endsAt = startedAt + attackMs;
  const names = Object.keys(allHostilePages);
  const attackers = Array.from({ length: ATTACKERS }, async (_, place) => {
    for (let turn = place; Date.now() < endsAt; turn += ATTACKERS)
      await captureHostile(attacker, site.origin, names[turn % names.length] ?? "", results);
  });
  const progress = setInterval(
    () => console.error(describeProgress(Date.now() - startedAt, results)),
    PROGRESS_EVERY_MS,
  );
  await Promise.all([
    ...attackers,
    captureUntil(endsAt, service, bench, results.honest),
    probeUntil(endsAt, service, results),
  ]);
  clearInterval(progress);

  results.unended = await countUnended(service, attacker);
  results.missingCredits = {
    honest: await missingCredits(service),
    attacker: await missingCredits(attacker),
  };
  yield* reportLines(results);
  site.stop();
}

async function startHostileSite() {
  const site = fork(fileURLToPath(new URL("hostile-site.ts", import.meta.url)));
  const [port] = (await once(site, "message")) as [number]; // hostile-site.ts sends its port
  return { origin: `http://localhost:${port}`, stop: () => site.kill() };
}

type Honest = Attacked["honest"];

/** Captures small pages of the honest account, one after another. */
async function captureUntil(
  endsAt: number,
  service: Service,
  { pages }: Bench,
  { times, failures }: Honest,
): Promise<void> {
  while (Date.now() < endsAt) {
    const ms = await timeOf(async () => {
      const status = await statusOf(service.send("/v1/capture", { url: pages.fresh("small") }));
      if (status !== "200") failures.push(status);
    });
    times.push(ms);
    await sleep(PAUSE_MS);
  }
}

async function captureHostile(
  { send }: Client,
  origin: string,
  name: string,
  { hostile }: Attacked,
): Promise<void> {
  const url = `${origin}/page?name=${encodeURIComponent(name)}`;
  const options = { timeout: TIMEOUT_MS, delay: 500 };
  let status = "";
  const ms = await timeOf(async () => {
    status = await statusOf(send("/v1/capture", { url, options }));
  });
  hostile.count += 1;
  if (ms > TIMEOUT_MS + SLACK_MS) hostile.late.push(`${name}: ${(ms / 1_000).toFixed(1)} s`);
  const statuses = hostile.outcomes.get(name) ?? new Map<string, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  hostile.outcomes.set(name, statuses);
}

async function probeUntil(
  endsAt: number,
  { send, pid }: Service,
  { healthMs, memoryMb }: { healthMs: Series; memoryMb: Series },
): Promise<void> {
  while (Date.now() < endsAt) {
    const startedAt = performance.now();
    const status = await statusOf(send("/health"));
    healthMs.push(status === "200" ? performance.now() - startedAt : Infinity);
    memoryMb.push(runtimeMb(pid));
    await sleep(PROBE_EVERY_MS);
  }
}

/** Returns the number of records without an end. Records of captures that have just failed may still be changing. */
async function countUnended(...clients: Client[]): Promise<number> {
  const count = async () => {
    let unended = 0;
    for (const client of clients)
      for (const status of ["pending", "processing"]) unended += await totalOf(client, status);
    return unended;
  };
  const until = Date.now() + SETTLED_WITHIN_MS;
  while ((await count()) > 0 && Date.now() < until) await sleep(PROBE_EVERY_MS);
  return count();
}

/** Returns the difference between the charged credits and the completed records. */
async function missingCredits(client: Client): Promise<number> {
  const answer = await client.get("/v1/screenshots/usage");
  const { data } = (await answer.json()) as { data: { usage: number } };
  return data.usage - (await totalOf(client, "completed"));
}

async function totalOf(client: Client, status: string): Promise<number> {
  const answer = await client.get(`/v1/screenshots?status=${status}&limit=1`);
  return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
}

/** Returns "200", or the status and code of an error. A request without a response does not end the run. */
async function statusOf(sending: Promise<Response>): Promise<string> {
  try {
    const answer = await sending;
    return answer.ok ? "200" : `${answer.status} ${codeOf(await answer.json())}`;
  } catch (error) {
    return String(error);
  }
}

function codeOf(body: unknown): string {
  const { error } = body as { error: { code: string; details?: { reason?: string } } };
  const reason = error.details?.reason;
  return reason === undefined ? error.code : `${error.code} (${reason})`;
}
