// BrowserPool: starts browsers and leases slots in them to captures. One object; image bytes never pass through it.
import { DurableObject } from "cloudflare:workers";
import { createLog } from "../lib/log.ts";
import { AccountShares } from "./account-shares.ts";
import { LeaseTable } from "./lease-table.ts";
import { SessionRegistry } from "./session-registry.ts";
import { SessionTable } from "./session-table.ts";
import type {
  Lease,
  LeaseAnswer,
  LeaseEnd,
  LeaseRequest,
  PoolSettings,
  PoolStatus,
} from "./lease.ts";
import { countAccountSlots, isIdle } from "./schedule.ts";
import { SessionCalls } from "./session-calls.ts";
import type { BrowserSession } from "./session-object.ts";
import { SlotScheduler } from "./slot-scheduler.ts";
import { StartSchedule } from "./start-schedule.ts";

const TIDY_INTERVAL_MS = 10_000;

/** Waits this long before it checks again whether a browser is starting for a waiting capture. */
const STARTING_CHECK_MS = 250;

/**
 * The maximum number of waiting captures of one account per slot. More captures cannot start within the 5 seconds of an
 * interactive capture, even if each takes only 200 ms, so the pool refuses them on arrival.
 */
const MAX_WAITING_PER_SLOT = 25;

type Waiter = LeaseRequest & {
  answer: (answer: LeaseAnswer) => void;
  arrivedAt: number;
  timer?: ReturnType<typeof setTimeout>;
};

type PoolEnv = { BROWSER: Fetcher; BROWSER_SESSION: DurableObjectNamespace<BrowserSession> };

const log = createLog("browser-pool");

export class BrowserPool extends DurableObject<PoolEnv> {
  readonly #sessions = new SessionTable();
  readonly #shares = new AccountShares();
  readonly #scheduler = new SlotScheduler<Waiter>(this.#sessions, this.#shares);
  readonly #leases = new LeaseTable();
  readonly #calls = new SessionCalls(this.env.BROWSER_SESSION, this.ctx.id.toString());
  readonly #registry = new SessionRegistry(this.ctx.storage.kv);
  #settings: PoolSettings | undefined;
  /** Whether a capture has needed the filter lists. New sessions then load them while their browser starts. */
  #usesLists = false;
  readonly #starts = new StartSchedule();

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
    this.#shares.markActive(accountId, Date.now());
    if (this.#scheduler.waitingOf(accountId) >= MAX_WAITING_PER_SLOT * countAccountSlots(settings))
      return this.#refusal();
    return new Promise((resolve) => {
      const waiter: Waiter = { ...request, answer: resolve, arrivedAt: Date.now() };
      this.#scheduler.addWaiter(waiter);
      waiter.timer = setTimeout(() => this.#endWait(waiter), waitMs);
      this.#assignSlots();
    });
  }

  /** Ends a lease. A second call has no effect. */
  async release(lease: Pick<Lease, "id" | "session">, end: LeaseEnd): Promise<void> {
    const isLost = end === "lost";
    if (isLost) this.#sessions.retire(lease.session);
    this.#endLease(lease.id, end);
    // Other captures may still succeed in this browser.
    if (isLost && this.#sessions.find(lease.session) !== undefined)
      this.ctx.waitUntil(this.#checkSession(lease.session));
    this.#assignSlots();
  }

  /** Checks a session that did not respond to its caller. */
  async reportHung({ id, session }: Pick<Lease, "id" | "session">): Promise<void> {
    const lease = this.#leases.find(id);
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
      (name) => this.#sessions.find(name) !== undefined,
    );
  }

  /** Returns the state for the operator. Starts no browser. */
  status(): PoolStatus {
    return {
      ...this.#sessions.counts(),
      waiting: this.#scheduler.waiting,
      blockedForMs: this.#starts.blockedForMs(Date.now()),
    };
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await Promise.all(
      [...this.#leases.overdueSessions(now)].map(async (name) => this.#checkSession(name)),
    );
    for (const session of [...this.#sessions.all()]) {
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
      waiter.answer({ lease: this.#leases.create(session, waiter, Date.now()) });
    }
    for (let starts = this.#scheduler.countStarts(); starts > 0; starts -= 1)
      this.#scheduleStart(settings);
  }

  #endLease(id: string, end: LeaseEnd): void {
    const lease = this.#leases.remove(id);
    if (lease === undefined) return;
    this.#countCapture(lease, end);
    this.#scheduler.vacate(lease.session, lease, Date.now());
    const session = this.#sessions.find(lease.session);
    if (session?.state === "retiring" && session.active === 0) this.#stopSession(session.name);
  }

  #countCapture({ accountId, startedAt }: Lease, end: LeaseEnd): void {
    const now = Date.now();
    this.#shares.markActive(accountId, now);
    if (this.#settings === undefined) return;
    const slots = countAccountSlots(this.#settings);
    // A browser may be lost through no fault of the account.
    if (end === "captured") this.#shares.countSuccess(accountId, slots);
    else if (end === "failed") this.#shares.countFailure(accountId, slots, now - startedAt);
  }

  /** Refuses a capture whose waiting time has expired, unless a browser is starting for it. */
  #endWait(waiter: Waiter): void {
    const isStarting =
      this.#scheduler.isCoveredByStarts(waiter) && this.#starts.blockedForMs(Date.now()) === 0;
    if (isStarting && Date.now() - waiter.arrivedAt < waiter.timeoutMs) {
      waiter.timer = setTimeout(() => this.#endWait(waiter), STARTING_CHECK_MS);
      return;
    }
    if (this.#scheduler.removeWaiter(waiter)) waiter.answer(this.#refusal());
  }

  #refusal(): LeaseAnswer {
    return {
      retryAfterSeconds: Math.max(1, Math.ceil(this.#starts.blockedForMs(Date.now()) / 1000)),
    };
  }

  #scheduleStart(settings: PoolSettings): void {
    const startAt = this.#starts.next(settings.startsPerSecond, Date.now());
    const name = crypto.randomUUID();
    this.#sessions.add({
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
    // A refusal while this start waits delays `notBefore`, so check again after each wait.
    for (let at = startAt; at > Date.now(); at = Math.max(startAt, this.#starts.notBefore))
      await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
    const start = await this.#calls.start(name, settings, this.#usesLists);
    const isKnown = this.#sessions.find(name) !== undefined;
    if (start.started) {
      this.#registry.addBrowser(start.browserId, name);
      this.#starts.succeed();
    } else this.#starts.refuse(start.retryAfterSeconds, Date.now());
    if (start.started && isKnown) {
      this.#sessions.markReady(name, Date.now());
      await this.#scheduleAlarm();
    } else if (isKnown) this.#stopSession(name);
    this.#assignSlots();
  }

  /**
   * Ends the expired leases whose capture does not run. Removes a session without a browser. A session that does not
   * respond receives no more captures and is removed after the second check.
   */
  async #checkSession(name: string): Promise<void> {
    const status = await this.#calls.status(name);
    const session = this.#sessions.find(name);
    if (session === undefined) return;
    if (status === undefined && session.state !== "retiring") {
      log("session does not answer", { session: name });
      this.#sessions.retire(name);
    } else if (status?.alive === true) this.#endExpired(name, status.leases);
    else this.#abandonSession(name);
    this.#assignSlots();
  }

  #endExpired(session: string, running: Lease[]): void {
    const now = Date.now();
    const runningIds = new Set(running.map(({ id }) => id));
    for (const lease of this.#leases.of(session)) {
      if (lease.expiresAt > now) continue;
      if (runningIds.has(lease.id)) this.#leases.extend(lease, now);
      else this.#endLease(lease.id, "lost");
    }
  }

  /** Removes a session whose captures are lost. */
  #abandonSession(name: string): void {
    for (const { id } of this.#leases.of(name)) this.#endLease(id, "lost");
    if (this.#sessions.find(name) !== undefined) this.#forgetSession(name);
    this.ctx.waitUntil(this.#calls.stop(name));
  }

  /** Closes the browser of a session without leases. The session finishes captures whose lease the pool has lost. */
  #stopSession(name: string): void {
    this.#forgetSession(name);
    this.ctx.waitUntil(this.#calls.retire(name));
  }

  /** Browser Run closes a browser without commands after two minutes, and the platform an object without requests. */
  #keepWarm(name: string, now: number): void {
    this.#sessions.keep(name, now);
    const check = async () => {
      if (!(await this.#calls.keepAlive(name))) await this.#checkSession(name);
    };
    this.ctx.waitUntil(check());
  }

  #forgetSession(name: string): void {
    this.#sessions.remove(name);
    this.#registry.removeSession(name);
  }

  async #scheduleAlarm(): Promise<void> {
    const [session] = this.#sessions.all();
    if (session !== undefined) await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
  }

  /** Reads the state of all sessions after an eviction. */
  async #restore(names: string[]): Promise<void> {
    const restore = async (name: string) => {
      const status = await this.#calls.status(name);
      if (status?.alive !== true) return this.#registry.removeSession(name);
      const captures = status.captures - status.leases.length;
      const idleSince = Date.now();
      this.#sessions.add({ name, state: "ready", active: 0, captures, idleSince });
      for (const lease of status.leases) {
        this.#leases.add(lease);
        this.#scheduler.occupy(name, lease);
      }
    };
    await Promise.all(names.map(restore));
    await this.#scheduleAlarm();
  }
}
