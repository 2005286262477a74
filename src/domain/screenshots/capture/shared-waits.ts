// Requests that wait for the same capture share the queries for its state. A promise of another request may never settle, so
// the requests share only the last result and check it at intervals.
import type { CacheQuery } from "../../../storage/capture-cache.ts";

type Wait = {
  /** The earliest `since` of the requests, so that one query covers the captures of all of them. */
  since: Date;
  /** When the last request stops waiting. A request whose client disconnects may stop earlier, without notice. */
  endsAt: Date;
  /** The number of started queries. */
  queries: number;
  /** When the last query started, in milliseconds since 1970. */
  queriedAt: number;
  /** The number of the last query that found no capture in progress. */
  lastWithout: number;
};

/** Whether a capture that matches the query is in progress. */
type Find = (query: CacheQuery) => Promise<boolean>;

export class SharedWaits {
  readonly #waits = new Map<string, Wait>();

  /**
   * Adds a request that waits until `endsAt`. Returns a function that reports whether the request must wait on. It starts a
   * query unless another request has started one within `pauseMs`.
   */
  join(query: CacheQuery, endsAt: Date, now: Date, find: Find) {
    for (const [key, wait] of this.#waits) if (wait.endsAt <= now) this.#waits.delete(key);
    const key = `${query.accountId} ${query.cacheKey}`;
    const wait = this.#waits.get(key) ?? {
      since: query.since,
      endsAt,
      queries: 0,
      queriedAt: 0,
      lastWithout: 0,
    };
    this.#waits.set(key, wait);
    if (query.since < wait.since) wait.since = query.since;
    if (endsAt > wait.endsAt) wait.endsAt = endsAt;
    // An earlier query may not have found the capture of this request.
    const { queries: earlierQueries } = wait;
    return async function mustWait(nowMs: number, pauseMs: number): Promise<boolean> {
      if (wait.lastWithout <= earlierQueries && nowMs >= wait.queriedAt + pauseMs) {
        wait.queriedAt = nowMs;
        wait.queries += 1;
        const number = wait.queries;
        if (!(await find({ ...query, since: wait.since })))
          wait.lastWithout = Math.max(wait.lastWithout, number);
      }
      return wait.lastWithout <= earlierQueries;
    };
  }
}
