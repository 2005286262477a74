// RateLimiter: counts the requests of sliding windows, and for API keys also of the calendar month. Reads from memory, and
// stores in SQLite to survive evictions.
import { DurableObject } from "cloudflare:workers";
import { monthOf, nextMonth } from "../lib/month.ts";
import { hitsInWindow, checkLimit, type RateLimitResult, WINDOW_MS } from "./window.ts";

/** Interval of the cleanup alarm. An alarm per request would cost more. */
const CLEANUP_INTERVAL_MS = 2 * WINDOW_MS;

/** The key of requests that count without one. */
const NO_KEY = "";

/** The month of a row of the table `hits`, such as "2026-11". */
const MONTH_OF_HIT = "strftime('%Y-%m', at / 1000, 'unixepoch')";

/** A request of a key. `insteadOf`: the time of an earlier count that this one replaces. */
export type KeyRequest = {
  keyId: string;
  keyLimit: number;
  accountLimit: number;
  insteadOf?: number | undefined;
};

/** The windows of a key and of its account after a request. `at`: the time of the count; undefined if a window is full. */
export type KeyCount = { key: RateLimitResult; account: RateLimitResult; at: number | undefined };

type Hit = { at: number; key_id: string };

/** The times of all requests and those of each key, oldest first. */
type Windows = { all: number[]; byKey: Map<string, number[]> };

/**
 * There is one object for each account, which counts each request for its key and for the account, and one for each client
 * network, for requests without a valid key. All times come from the clock of the object.
 */
export class RateLimiter extends DurableObject {
  /** Undefined until read from storage. */
  #windows: Windows | undefined;

  /** Counts a request if the window has fewer than `limit` requests. Rejected requests do not count. */
  take(limit: number): RateLimitResult {
    const nowMs = Date.now();
    const result = checkLimit(this.#current(nowMs).all, limit, nowMs);
    if (result.allowed) this.#add(NO_KEY, nowMs);
    return result;
  }

  /** Counts a request of a key if neither the window of the key nor the window of the account is full. */
  takeForKey({ keyId, keyLimit, accountLimit, insteadOf }: KeyRequest): KeyCount {
    if (insteadOf !== undefined) this.cancel(keyId, insteadOf);
    const nowMs = Date.now();
    const { all, byKey } = this.#current(nowMs);
    const key = checkLimit(hitsInWindow(byKey.get(keyId) ?? [], nowMs), keyLimit, nowMs);
    const account = checkLimit(all, accountLimit, nowMs);
    const allowed = key.allowed && account.allowed;
    if (allowed) this.#add(keyId, nowMs);
    return { key, account, at: allowed ? nowMs : undefined };
  }

  /** Removes one count of the key. Has no effect after the cleanup of the count. */
  cancel(keyId: string, at: number): void {
    const { all, byKey } = this.#current(Date.now());
    for (const hits of [all, byKey.get(keyId) ?? []]) {
      const index = hits.indexOf(at);
      if (index !== -1) hits.splice(index, 1);
    }
    this.ctx.storage.sql.exec(
      "DELETE FROM hits WHERE rowid = (SELECT rowid FROM hits WHERE at = ? AND key_id = ? LIMIT 1)",
      at,
      keyId,
    );
  }

  /** Returns the number of requests of each key in the window. */
  countByKey(): Record<string, number> {
    const nowMs = Date.now();
    const counts = [...this.#current(nowMs).byKey].map(
      ([keyId, hits]) => [keyId, hitsInWindow(hits, nowMs).length] as const,
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  /** Returns the allowed requests of each key in the current month, UTC. */
  countsInMonth(): Record<string, number> {
    this.#createTables();
    const counts = this.#readMonth(new Date());
    return Object.fromEntries(counts.map(({ key_id: keyId, requests }) => [keyId, requests]));
  }

  override async alarm(): Promise<void> {
    this.#createTables();
    const now = new Date();
    const { sql } = this.ctx.storage;
    const endOfWindow = now.getTime() - WINDOW_MS;
    // A request writes one row only: it counts in its month when it leaves the window.
    sql.exec(
      `INSERT INTO key_months (month, key_id, requests)
       SELECT ${MONTH_OF_HIT}, key_id, count(*) FROM hits WHERE at <= ? AND key_id <> '${NO_KEY}' GROUP BY 1, 2
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
      endOfWindow,
    );
    sql.exec("DELETE FROM hits WHERE at <= ?", endOfWindow);
    sql.exec("DELETE FROM key_months WHERE month <> ?", monthOf(now));
    const windows = this.#readWindows();
    if (windows.all.length > 0) {
      this.#windows = windows;
      await this.ctx.storage.setAlarm(now.getTime() + CLEANUP_INTERVAL_MS);
      return;
    }
    // The next request sets the alarm again.
    this.#windows = undefined;
    if (this.#readMonth(now).length > 0) await this.ctx.storage.setAlarm(nextMonth(now));
    // An object without stored data stops existing.
    else await this.ctx.storage.deleteAll();
  }

  #current(nowMs: number): Windows {
    if (this.#windows === undefined) {
      this.#createTables();
      this.#windows = this.#readWindows();
      if (this.#windows.all.length === 0)
        void this.ctx.storage.setAlarm(Date.now() + CLEANUP_INTERVAL_MS);
    }
    this.#windows.all = hitsInWindow(this.#windows.all, nowMs);
    return this.#windows;
  }

  #add(keyId: string, nowMs: number): void {
    this.ctx.storage.sql.exec("INSERT INTO hits (at, key_id) VALUES (?, ?)", nowMs, keyId);
    const { all, byKey } = this.#current(nowMs);
    all.push(nowMs);
    if (keyId !== NO_KEY) byKey.set(keyId, [...hitsInWindow(byKey.get(keyId) ?? [], nowMs), nowMs]);
  }

  #readMonth(now: Date): { key_id: string; requests: number }[] {
    const query = `SELECT key_id, sum(requests) AS requests FROM (
        SELECT month, key_id, requests FROM key_months
        UNION ALL SELECT ${MONTH_OF_HIT}, key_id, 1 FROM hits WHERE key_id <> '${NO_KEY}'
      ) WHERE month = ? GROUP BY key_id`;
    return this.ctx.storage.sql
      .exec<{ key_id: string; requests: number }>(query, monthOf(now))
      .toArray();
  }

  #createTables(): void {
    const { sql } = this.ctx.storage;
    const columns = `at INTEGER NOT NULL, key_id TEXT NOT NULL DEFAULT '${NO_KEY}'`;
    sql.exec(`CREATE TABLE IF NOT EXISTS hits (${columns})`);
    sql.exec(`CREATE TABLE IF NOT EXISTS key_months
      (month TEXT NOT NULL, key_id TEXT NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (month, key_id))`);
    // Windows of an earlier version have no keys.
    if (!sql.exec("SELECT * FROM hits LIMIT 0").columnNames.includes("key_id"))
      sql.exec(`ALTER TABLE hits ADD COLUMN key_id TEXT NOT NULL DEFAULT '${NO_KEY}'`);
  }

  #readWindows(): Windows {
    const windows: Windows = { all: [], byKey: new Map() };
    const hits = this.ctx.storage.sql.exec<Hit>("SELECT at, key_id FROM hits ORDER BY at");
    for (const { at, key_id: keyId } of hits) {
      windows.all.push(at);
      const ofKey = windows.byKey.get(keyId) ?? [];
      ofKey.push(at);
      if (keyId !== NO_KEY) windows.byKey.set(keyId, ofKey);
    }
    return windows;
  }
}
