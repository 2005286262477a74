// BrowserPool: starts browsers and leases slots in them to captures. One object; image bytes never pass through it.
import { DurableObject } from "cloudflare:workers";
import { withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import { SessionRegistry } from "./session-registry.ts";
import type { Lease, LeaseAnswer, LeaseRequest, PoolSettings, PoolStatus } from "./lease.ts";
import { countAccountSlots, isIdle, nextStartAt, type SessionLoad } from "./schedule.ts";
import type { BrowserSession, SessionStatus } from "./session-object.ts";
import { SlotScheduler } from "./slot-scheduler.ts";

const STATUS_DEADLINE_MS = 5_000;
const TIDY_INTERVAL_MS = 10_000;

/**
 * The session reports the end of its captures. Without a report, the pool checks a lease this long after the capture's
 * timeout.
 */
const LEASE_SLACK_MS = 15_000;

/** Waits this long before it checks again whether a browser is starting for a waiting capture. */
const STARTING_CHECK_MS = 250;

/**
 * The maximum number of waiting captures of one account per slot. More captures cannot start within the 5 seconds of an
 * interactive capture, even if each takes only 200 ms, so the pool refuses them on arrival.
 */
const MAX_WAITING_PER_SLOT = 25;

/** After consecutive refusals to start a browser, the wait doubles up to this limit. */
const MAX_BACKOFF_MS = 60_000;

/**
 * Starts are delayed by up to this part of their interval, so that pools of several Workers do not start browsers at the
 * same time.
 */
const START_JITTER = 0.2;

type Waiter = LeaseRequest & {
  answer: (answer: LeaseAnswer) => void;
  arrivedAt: number;
  timer?: ReturnType<typeof setTimeout>;
};

type PoolEnv = { BROWSER: Fetcher; BROWSER_SESSION: DurableObjectNamespace<BrowserSession> };

const log = createLog("browser-pool");

export class BrowserPool extends DurableObject<PoolEnv> {
  readonly #scheduler = new SlotScheduler<Waiter>();
  readonly #leases = new Map<string, Lease>();
  readonly #registry = new SessionRegistry(this.ctx.storage.kv);
  #settings: PoolSettings | undefined;
  /** Whether a capture has needed the filter lists. New sessions then load them while their browser starts. */
  #usesLists = false;
  #lastStartAt = 0;
  #startNotBefore = 0;
  #refusedStarts = 0;

  constructor(ctx: DurableObjectState, env: PoolEnv) {
    super(ctx, env);
    const names = this.#registry.sessions();
    if (names.length > 0) void this.ctx.blockConcurrencyWhile(() => this.#restore(names));
  }

  /**
   * Leases a slot in a browser. A capture waits at most `waitMs` for a slot. If a browser is starting for the capture, it
   * waits up to its timeout. The session releases the lease after the capture.
   */
  async lease(request: LeaseRequest, waitMs: number, settings: PoolSettings): Promise<LeaseAnswer> {
    this.#settings = settings;
    this.#scheduler.setLimits(settings);
    this.#usesLists ||= request.usesLists === true;
    const { accountId } = request;
    if (this.#scheduler.waitingOf(accountId) >= MAX_WAITING_PER_SLOT * countAccountSlots(settings))
      return this.#refusal();
    return new Promise((resolve) => {
      const waiter: Waiter = { ...request, answer: resolve, arrivedAt: Date.now() };
      this.#scheduler.addWaiter(waiter);
      waiter.timer = setTimeout(() => this.#endWait(waiter), waitMs);
      this.#assignSlots();
    });
  }

  /** Ends a lease. A second call has no effect. `isHealthy` is false when the browser is lost or no longer reliable. */
  async release(lease: Pick<Lease, "id" | "session">, isHealthy: boolean): Promise<void> {
    if (!isHealthy) this.#scheduler.retire(lease.session);
    this.#endLease(lease.id);
    // Other captures may still succeed in this browser.
    if (!isHealthy && this.#scheduler.session(lease.session) !== undefined)
      this.ctx.waitUntil(this.#checkSession(lease.session));
    this.#assignSlots();
  }

  /** Checks a session that did not respond to its caller. */
  async reportHung({ id, session }: Pick<Lease, "id" | "session">): Promise<void> {
    const lease = this.#leases.get(id);
    if (lease === undefined) return;
    lease.expiresAt = Date.now();
    await this.#checkSession(session);
  }

  /**
   * Closes running browsers that this pool started and whose session is lost. Returns their number. Starts missing warm
   * browsers, because no capture may have arrived since the start of the pool.
   */
  async closeOrphans(settings: PoolSettings): Promise<number> {
    this.#settings = settings;
    this.#scheduler.setLimits(settings);
    this.#assignSlots();
    return this.#registry.closeOrphans(
      this.env.BROWSER,
      (name) => this.#scheduler.session(name) !== undefined,
    );
  }

  /** Returns the state for the operator. Starts no browser. */
  status(): PoolStatus {
    const sessions = [...this.#scheduler.sessions()];
    const countOf = (expected: SessionLoad["state"]) =>
      sessions.filter(({ state }) => state === expected).length;
    return {
      starting: countOf("starting"),
      ready: countOf("ready"),
      retiring: countOf("retiring"),
      active: sessions.reduce((sum, { active }) => sum + active, 0),
      waiting: this.#scheduler.waiting,
      blockedForMs: this.#blockedForMs(),
    };
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const overdue = new Set<string>();
    for (const { expiresAt, session } of this.#leases.values())
      if (expiresAt <= now) overdue.add(session);
    await Promise.all([...overdue].map(async (name) => this.#checkSession(name)));
    for (const session of [...this.#scheduler.sessions()]) {
      if (session.state === "retiring" && session.active === 0) this.#stopSession(session.name);
      else if (!isIdle(session, now)) continue;
      else if (this.#scheduler.isDispensable()) this.#stopSession(session.name);
      else this.#keepWarm(session.name, now);
    }
    this.#assignSlots();
    await this.#scheduleAlarm();
  }

  /** Assigns free slots to waiting captures and starts browsers for the others. */
  #assignSlots(): void {
    const settings = this.#settings;
    if (settings === undefined) return;
    for (;;) {
      const assigned = this.#scheduler.assignNext();
      if (assigned === undefined) break;
      const { waiter, session } = assigned;
      clearTimeout(waiter.timer);
      waiter.answer({ lease: this.#createLease(session, waiter) });
    }
    for (let starts = this.#scheduler.countStarts(); starts > 0; starts -= 1)
      this.#scheduleStart(settings);
  }

  #createLease(session: string, { accountId, priority, timeoutMs }: LeaseRequest): Lease {
    const expiresAt = Date.now() + timeoutMs + LEASE_SLACK_MS;
    const lease = { id: crypto.randomUUID(), session, accountId, priority, timeoutMs, expiresAt };
    this.#leases.set(lease.id, lease);
    return lease;
  }

  #endLease(id: string): void {
    const lease = this.#leases.get(id);
    if (lease === undefined) return;
    this.#leases.delete(id);
    this.#scheduler.vacate(lease.session, lease, Date.now());
    const session = this.#scheduler.session(lease.session);
    if (session?.state === "retiring" && session.active === 0) this.#stopSession(session.name);
  }

  /** Refuses a capture whose waiting time has expired, unless a browser is starting for it. */
  #endWait(waiter: Waiter): void {
    const isStarting = this.#scheduler.isCoveredByStarts(waiter) && this.#blockedForMs() === 0;
    if (isStarting && Date.now() - waiter.arrivedAt < waiter.timeoutMs) {
      waiter.timer = setTimeout(() => this.#endWait(waiter), STARTING_CHECK_MS);
      return;
    }
    if (this.#scheduler.removeWaiter(waiter)) waiter.answer(this.#refusal());
  }

  #refusal(): LeaseAnswer {
    return { retryAfterSeconds: Math.max(1, Math.ceil(this.#blockedForMs() / 1000)) };
  }

  #blockedForMs(): number {
    return Math.max(0, this.#startNotBefore - Date.now());
  }

  #scheduleStart(settings: PoolSettings): void {
    const now = Date.now();
    const startAt = Math.max(
      nextStartAt(this.#lastStartAt, settings.startsPerSecond, now),
      this.#startNotBefore,
    );
    const jitterMs = (Math.random() * START_JITTER * 1000) / settings.startsPerSecond;
    this.#lastStartAt = startAt + jitterMs;
    const name = crypto.randomUUID();
    this.#scheduler.addSession({
      name,
      state: "starting",
      active: 0,
      captures: 0,
      idleSince: startAt,
    });
    this.#registry.addSession(name);
    this.ctx.waitUntil(this.#startSession(name, startAt, settings));
  }

  async #startSession(name: string, startAt: number, settings: PoolSettings): Promise<void> {
    // A refusal while this start waits delays #startNotBefore, so check again after each wait.
    for (let at = startAt; at > Date.now(); at = Math.max(startAt, this.#startNotBefore))
      await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
    const { region } = settings;
    // The first request to a Durable Object decides its region.
    const session =
      region === undefined
        ? this.#stubOf(name)
        : this.env.BROWSER_SESSION.getByName(name, { locationHint: region });
    const start = await session
      .start(settings.network, this.ctx.id.toString(), this.#usesLists)
      .catch((error: unknown) => {
        log("session did not start", { error });
        return { started: false as const, retryAfterSeconds: 1 };
      });
    const isKnown = this.#scheduler.session(name) !== undefined;
    if (start.started) {
      this.#registry.addBrowser(start.browserId, name);
      this.#refusedStarts = 0;
    } else this.#delayStarts(start.retryAfterSeconds);
    if (start.started && isKnown) {
      this.#scheduler.markReady(name, Date.now());
      await this.#scheduleAlarm();
    } else if (isKnown) this.#stopSession(name);
    this.#assignSlots();
  }

  /** Delays the next starts by the requested time, and longer after consecutive refusals. Running browsers stay in use. */
  #delayStarts(retryAfterSeconds: number): void {
    // Count concurrent refusals as one, because they have the same reason.
    if (this.#blockedForMs() === 0) this.#refusedStarts += 1;
    const backoffMs = Math.min(MAX_BACKOFF_MS, 500 * 2 ** this.#refusedStarts);
    const delayMs = Math.max(retryAfterSeconds * 1000, backoffMs);
    this.#startNotBefore = Math.max(this.#startNotBefore, Date.now() + delayMs);
  }

  /**
   * Ends the expired leases whose capture does not run. Removes a session without a browser. A session that does not
   * respond receives no more captures and is removed after the second check.
   */
  async #checkSession(name: string): Promise<void> {
    const status = await this.#statusOf(name);
    const session = this.#scheduler.session(name);
    if (session === undefined) return;
    if (status === undefined && session.state !== "retiring") {
      log("session does not answer", { session: name });
      this.#scheduler.retire(name);
    } else if (status?.alive === true) this.#endExpired(name, status.leases);
    else this.#abandonSession(name);
    this.#assignSlots();
  }

  #endExpired(session: string, running: Lease[]): void {
    const now = Date.now();
    const runningIds = new Set(running.map(({ id }) => id));
    for (const lease of this.#leasesOf(session)) {
      if (lease.expiresAt > now) continue;
      if (runningIds.has(lease.id)) lease.expiresAt = now + LEASE_SLACK_MS;
      else this.#endLease(lease.id);
    }
  }

  /** Removes a session whose captures are lost. */
  #abandonSession(name: string): void {
    for (const { id } of this.#leasesOf(name)) this.#endLease(id);
    if (this.#scheduler.session(name) !== undefined) this.#forgetSession(name);
    this.#inBackground("session not stopped", async () => this.#stubOf(name).stop());
  }

  /** Closes the browser of a session without leases. The session finishes captures whose lease the pool has lost. */
  #stopSession(name: string): void {
    this.#forgetSession(name);
    this.#inBackground("session not retired", async () => this.#stubOf(name).retire());
  }

  /** Browser Run closes a browser without commands after two minutes, and the platform an object without requests. */
  #keepWarm(name: string, now: number): void {
    this.#scheduler.keep(name, now);
    this.#inBackground("warm session lost", async () => {
      const isAlive = await this.#stubOf(name)
        .keepAlive()
        .catch(() => false);
      if (!isAlive) await this.#checkSession(name);
    });
  }

  #forgetSession(name: string): void {
    this.#scheduler.removeSession(name);
    this.#registry.removeSession(name);
  }

  #leasesOf(session: string): Lease[] {
    return [...this.#leases.values()].filter((lease) => lease.session === session);
  }

  #inBackground(failure: string, work: () => Promise<void>): void {
    this.ctx.waitUntil(work().catch((error: unknown) => log(failure, { error })));
  }

  /** Returns undefined if the session does not answer. */
  async #statusOf(name: string): Promise<SessionStatus | undefined> {
    const status: Promise<SessionStatus> = this.#stubOf(name).status();
    return withDeadline(STATUS_DEADLINE_MS, "status", status).catch(() => undefined);
  }

  async #scheduleAlarm(): Promise<void> {
    const [session] = this.#scheduler.sessions();
    if (session !== undefined) await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
  }

  /** Reads the state of all sessions after an eviction. */
  async #restore(names: string[]): Promise<void> {
    const restore = async (name: string) => {
      const status = await this.#statusOf(name);
      if (status?.alive !== true) return this.#registry.removeSession(name);
      const captures = status.captures - status.leases.length;
      const idleSince = Date.now();
      this.#scheduler.addSession({ name, state: "ready", active: 0, captures, idleSince });
      for (const lease of status.leases) {
        this.#leases.set(lease.id, lease);
        this.#scheduler.occupy(name, lease);
      }
    };
    await Promise.all(names.map(restore));
    await this.#scheduleAlarm();
  }

  #stubOf(name: string): DurableObjectStub<BrowserSession> {
    return this.env.BROWSER_SESSION.getByName(name);
  }
}
