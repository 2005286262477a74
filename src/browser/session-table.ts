// Lists the browsers of the pool by their number of running captures, so that a search for a free slot scans no browsers.
import { isDueForReplacement, type SessionLoad } from "./schedule.ts";

export class SessionTable {
  readonly #sessions = new Map<string, SessionLoad>();
  /** The ready sessions by their number of running captures. */
  readonly #readyByLoad: Set<SessionLoad>[] = [];
  #starting = 0;

  get size(): number {
    return this.#sessions.size;
  }

  /** The number of browsers that are starting. */
  get starting(): number {
    return this.#starting;
  }

  /** The number of ready browsers without running captures. */
  get idle(): number {
    return this.#readyByLoad[0]?.size ?? 0;
  }

  all(): Iterable<Readonly<SessionLoad>> {
    return this.#sessions.values();
  }

  find(name: string): Readonly<SessionLoad> | undefined {
    return this.#sessions.get(name);
  }

  /** Adds a starting session, or a ready session that may have run captures before. */
  add(session: SessionLoad): void {
    this.#sessions.set(session.name, session);
    if (session.state === "starting") this.#starting += 1;
    this.#file(session);
  }

  markReady(name: string, now: number): void {
    const session = this.#sessions.get(name);
    if (session?.state !== "starting") return;
    this.#starting -= 1;
    session.state = "ready";
    session.idleSince = now;
    this.#file(session);
  }

  /** Assigns no more captures to the session. */
  retire(name: string): void {
    const session = this.#sessions.get(name);
    if (session === undefined) return;
    this.#unfile(session);
    if (session.state === "starting") this.#starting -= 1;
    session.state = "retiring";
  }

  /** Removes a session without running captures. */
  remove(name: string): void {
    this.retire(name);
    this.#sessions.delete(name);
  }

  /** Counts a capture that starts in the session. Returns false if the session does not exist. */
  occupy(name: string): boolean {
    const session = this.#sessions.get(name);
    if (session === undefined) return false;
    this.#unfile(session);
    session.active += 1;
    session.captures += 1;
    this.#file(session);
    if (isDueForReplacement(session)) this.retire(name);
    return true;
  }

  /** Ends a capture that occupy() counted. */
  vacate(name: string, now: number): void {
    const session = this.#sessions.get(name);
    if (session === undefined) return;
    this.#unfile(session);
    session.active -= 1;
    session.idleSince = now;
    this.#file(session);
  }

  /** Restarts the idle time of a browser that stays open. */
  keep(name: string, now: number): void {
    const session = this.#sessions.get(name);
    if (session !== undefined) session.idleSince = now;
  }

  /** Returns the ready session with the fewest running captures, if it runs fewer than `max`. */
  leastLoaded(max: number): Readonly<SessionLoad> | undefined {
    for (let load = 0; load < max; load += 1) {
      const [session] = this.#readyByLoad[load] ?? [];
      if (session !== undefined) return session;
    }
    return undefined;
  }

  /** Returns the number of browsers in each state, and of running captures (`active`). */
  counts(): Record<SessionLoad["state"] | "active", number> {
    const counts = { starting: 0, ready: 0, retiring: 0, active: 0 };
    for (const { state, active } of this.#sessions.values()) {
      counts[state] += 1;
      counts.active += active;
    }
    return counts;
  }

  /** Returns the number of browsers that start or receive captures. */
  countUsable(): number {
    return this.#readyByLoad.reduce((count, sessions) => count + sessions.size, this.#starting);
  }

  #file(session: SessionLoad): void {
    if (session.state !== "ready") return;
    (this.#readyByLoad[session.active] ??= new Set()).add(session);
  }

  #unfile(session: SessionLoad): void {
    this.#readyByLoad[session.active]?.delete(session);
  }
}
