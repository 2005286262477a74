// RateLimiter: the hits of one window, in memory to be fast and in SQLite to outlive the object's eviction.
import { DurableObject } from "cloudflare:workers";
import { hitsInWindow, checkLimit, type RateLimitResult, WINDOW_MS } from "./window.ts";

/** Forgetting once in a while costs less than an alarm for each hit. */
const FORGET_AFTER_MS = 2 * WINDOW_MS;

/** One object for each API key, and for each client address without one. Its clock is the only one that counts. */
export class RateLimiter extends DurableObject {
  /** Oldest first; undefined until read. */
  #hits: readonly number[] | undefined;

  /** Counts one request if fewer than `limit` counted in the last 60 seconds; a refused one does not count. */
  take(limit: number): RateLimitResult {
    const nowMs = Date.now();
    const hits = hitsInWindow(this.#hits ?? this.#readHits(), nowMs);
    const result = checkLimit(hits, limit, nowMs);
    this.#hits = result.allowed ? [...hits, nowMs] : hits;
    if (result.allowed) this.ctx.storage.sql.exec("INSERT INTO hits (at) VALUES (?)", nowMs);
    return result;
  }

  /** Requests that count now. */
  count(): number {
    return hitsInWindow(this.#hits ?? this.#readHits(), Date.now()).length;
  }

  override async alarm(): Promise<void> {
    const hits = hitsInWindow(this.#readHits(), Date.now());
    this.#hits = hits;
    const [oldest] = hits;
    if (oldest === undefined) {
      // Nothing is left to remember: without storage the object itself ceases to exist.
      this.#hits = undefined;
      await this.ctx.storage.deleteAll();
      return;
    }
    this.ctx.storage.sql.exec("DELETE FROM hits WHERE at < ?", oldest);
    await this.ctx.storage.setAlarm(Date.now() + FORGET_AFTER_MS);
  }

  #readHits(): readonly number[] {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS hits (at INTEGER NOT NULL)");
    const hits = sql.exec<{ at: number }>("SELECT at FROM hits ORDER BY at").toArray();
    if (hits.length === 0) void this.ctx.storage.setAlarm(Date.now() + FORGET_AFTER_MS);
    return hits.map(({ at }) => at);
  }
}
