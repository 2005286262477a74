// RateLimiter: counts the requests of one sliding window, and for API keys also of the calendar month. Reads from memory,
// and stores in SQLite to survive evictions.
import { DurableObject } from "cloudflare:workers";
import { monthOf, nextMonth } from "../lib/month.ts";
import { hitsInWindow, checkLimit, type RateLimitResult, WINDOW_MS } from "./window.ts";

/** Interval of the cleanup alarm. An alarm per request would cost more. */
const CLEANUP_INTERVAL_MS = 2 * WINDOW_MS;

/** One object per API key, or per client network without a valid key. All times come from the clock of the object. */
export class RateLimiter extends DurableObject {
  /** Oldest first. Undefined until read from storage. */
  #hits: readonly number[] | undefined;

  /**
   * Counts a request in the window if the window has fewer than `limit` requests. With `inMonth`, also counts it in the
   * month. Rejected requests do not count.
   */
  take(limit: number, { inMonth } = { inMonth: false }): RateLimitResult {
    const nowMs = Date.now();
    const hits = hitsInWindow(this.#hits ?? this.#readHits(), nowMs);
    const result = checkLimit(hits, limit, nowMs);
    this.#hits = result.allowed ? [...hits, nowMs] : hits;
    if (!result.allowed) return result;
    const { sql } = this.ctx.storage;
    sql.exec("INSERT INTO hits (at) VALUES (?)", nowMs);
    if (inMonth)
      sql.exec(
        "INSERT INTO months (month, requests) VALUES (?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1",
        monthOf(new Date(nowMs)),
      );
    return result;
  }

  /** Returns the number of requests in the window. */
  count(): number {
    return hitsInWindow(this.#hits ?? this.#readHits(), Date.now()).length;
  }

  /** Returns the requests of the current month, UTC, that were counted with `inMonth`. */
  countInMonth(): number {
    this.#hits ??= this.#readHits();
    return this.#readMonth()?.requests ?? 0;
  }

  override async alarm(): Promise<void> {
    const hits = hitsInWindow(this.#readHits(), Date.now());
    this.#hits = hits;
    const [oldest] = hits;
    if (oldest === undefined) {
      // The next request sets the alarm again.
      this.#hits = undefined;
      if (this.#readMonth() === undefined) {
        // An object without stored data stops existing.
        await this.ctx.storage.deleteAll();
        return;
      }
      const now = new Date();
      this.ctx.storage.sql.exec("DELETE FROM hits");
      this.ctx.storage.sql.exec("DELETE FROM months WHERE month <> ?", monthOf(now));
      await this.ctx.storage.setAlarm(nextMonth(now));
      return;
    }
    this.ctx.storage.sql.exec("DELETE FROM hits WHERE at < ?", oldest);
    await this.ctx.storage.setAlarm(Date.now() + CLEANUP_INTERVAL_MS);
  }

  #readHits(): readonly number[] {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS hits (at INTEGER NOT NULL)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS months (month TEXT PRIMARY KEY, requests INTEGER NOT NULL)",
    );
    const hits = sql.exec<{ at: number }>("SELECT at FROM hits ORDER BY at").toArray();
    if (hits.length === 0) void this.ctx.storage.setAlarm(Date.now() + CLEANUP_INTERVAL_MS);
    return hits.map(({ at }) => at);
  }

  #readMonth(): { requests: number } | undefined {
    const [month] = this.ctx.storage.sql
      .exec<{ requests: number }>(
        "SELECT requests FROM months WHERE month = ?",
        monthOf(new Date()),
      )
      .toArray();
    return month;
  }
}
