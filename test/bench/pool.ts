// Simulates the decisions of a large browser pool: 200 browsers with 4 slots each, 2,000 waiting captures of 500 accounts.
import { AccountShares } from "../../src/browser/account-shares.ts";
import { SessionTable } from "../../src/browser/session-table.ts";
import { SlotScheduler, type SlotUse } from "../../src/browser/slot-scheduler.ts";
import type { Line } from "./bench.ts";

const LIMITS = { maxSessions: 200, capturesPerSession: 4, accountSlots: 0 };
const WAITING = 2_000;
const ACCOUNTS = 500;
const WARM_UP = 20_000;
const PAIRS = 100_000;

type Running = { use: SlotUse; session: string };

/** Measures lease-and-release pairs per second, and the 99th percentile of one call. */
export function measurePool(): Promise<Line[]> {
  const { lease, release } = fillPool();
  const calls: number[] = [];
  const timed = (call: () => void) => {
    const startedAt = performance.now();
    call();
    calls.push(performance.now() - startedAt);
  };
  let startedAt = 0;
  for (let pair = 0; pair < WARM_UP + PAIRS; pair += 1) {
    if (pair === WARM_UP) {
      calls.length = 0;
      startedAt = performance.now();
    }
    timed(lease);
    timed(release);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const p99Ms = calls.toSorted((a, b) => a - b)[Math.floor(calls.length * 0.99)] ?? 0;
  const title = `pool of 200 × 4 slots, ${WAITING.toLocaleString("en")} waiting captures`;
  return Promise.resolve([
    [`${title}: pairs of lease and release`, "–", rate(PAIRS / seconds), "–", "≥ 2,000/s"],
    [`${title}: one call, p99`, "–", `${p99Ms.toFixed(3)} ms`, "–", "≤ 2 ms"],
  ]);
}

function fillPool() {
  const sessions = new SessionTable();
  const scheduler = new SlotScheduler<SlotUse>(sessions, new AccountShares());
  scheduler.setLimits(LIMITS);
  for (let i = 0; i < LIMITS.maxSessions; i += 1)
    // No browser is replaced during the measurement.
    sessions.add({
      name: `browser ${i}`,
      state: "ready",
      active: 0,
      captures: -Infinity,
      idleSince: 0,
    });
  const running: Running[] = [];
  let arrivals = 0;
  const assignAll = () => {
    for (let next = scheduler.assignNext(); next !== undefined; next = scheduler.assignNext())
      running.push({ use: next.waiter, session: next.session });
  };
  const lease = () => {
    arrivals += 1;
    scheduler.addWaiter({
      accountId: `account ${(arrivals * 271) % ACCOUNTS}`,
      priority: arrivals % 3 === 0 ? "queued" : "interactive",
    });
    assignAll();
  };
  const release = () => {
    const index = (arrivals * 7_919) % running.length;
    const ended = running[index];
    const last = running.pop();
    if (ended === undefined || last === undefined) return;
    if (index < running.length) running[index] = last;
    scheduler.vacate(ended.session, ended.use, arrivals);
    assignAll();
  };
  for (let i = 0; i < WAITING + LIMITS.maxSessions * LIMITS.capturesPerSession; i += 1) lease();
  return { lease, release };
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s`;
}
