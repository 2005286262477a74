// BrowserPool: which browser serves whom, and how many may live. One object; it never sees an image.
import { DurableObject } from "cloudflare:workers";
import { withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import { SessionRegistry } from "./session-registry.ts";
import type { Lease, LeaseAnswer, LeaseRequest, PoolSettings, PoolStatus } from "./lease.ts";
import {
  chooseSession,
  chooseWaiter,
  countQueuedSlots,
  countStarts,
  isIdle,
  isWornOut,
  nextStartAt,
  type SessionLoad,
} from "./schedule.ts";
import type { BrowserSession } from "./session-object.ts";

const STATUS_DEADLINE_MS = 2_000;
const TIDY_INTERVAL_MS = 10_000;

/** A lease that outlives its capture by this much was lost with whoever held it. */
const LEASE_SLACK_MS = 15_000;

/** A capture of before an eviction may still take its own time, whatever that is; nobody knows whose it is. */
const RECALLED: LeaseRequest = { accountId: "", priority: "interactive", timeoutMs: 90_000 };

type HeldLease = Lease & LeaseRequest & { expiresAt: number };

type Waiter = LeaseRequest & { answer: (answer: LeaseAnswer) => void };

type PoolEnv = { BROWSER: Fetcher; BROWSER_SESSION: DurableObjectNamespace<BrowserSession> };

const log = createLog("browser-pool");

export class BrowserPool extends DurableObject<PoolEnv> {
  readonly #sessions = new Map<string, SessionLoad>();
  readonly #leases = new Map<string, HeldLease>();
  readonly #waiters: Waiter[] = [];
  readonly #known = new SessionRegistry(this.ctx.storage.kv);
  #settings: PoolSettings | undefined;
  #lastStartAt = 0;
  #startNotBefore = 0;

  constructor(ctx: DurableObjectState, env: PoolEnv) {
    super(ctx, env);
    const names = this.#known.sessions();
    if (names.length > 0) void this.ctx.blockConcurrencyWhile(() => this.#recall(names));
  }

  /** Lends a slot in a browser, waiting for one at most `waitMs`. Whoever gets a lease gives it back with release(). */
  async lease(request: LeaseRequest, waitMs: number, settings: PoolSettings): Promise<LeaseAnswer> {
    this.#settings = settings;
    this.#dropExpired();
    return new Promise((resolve) => {
      const waiter: Waiter = { ...request, answer: resolve };
      this.#waiters.push(waiter);
      this.#serve();
      if (this.#waiters.includes(waiter)) setTimeout(() => this.#turnAway(waiter), waitMs);
    });
  }

  /** Takes a slot back. `healthy` is false where the browser was lost or cannot be trusted any more. */
  async release(lease: Lease, healthy: boolean): Promise<void> {
    // A lease from before an eviction is not known; its capture has one of those that were recalled, if it ran then.
    const held = this.#leases.get(lease.id) ?? this.#findRecalled(lease.session);
    if (held !== undefined) this.#leases.delete(held.id);
    const session = this.#sessions.get(lease.session);
    if (session === undefined) return;
    if (held !== undefined) session.active -= 1;
    session.idleSince = Date.now();
    if (!healthy || isWornOut(session)) session.state = "retiring";
    if (session.state === "retiring" && (session.active === 0 || !healthy)) this.#end(session);
    this.#serve();
  }

  /** Ends browsers that were started here, whose sessions are lost, and that live nevertheless. Returns how many. */
  async closeOrphans(): Promise<number> {
    return this.#known.closeOrphans(this.env.BROWSER, (session) => this.#sessions.has(session));
  }

  /** For the operator. Starts nothing. */
  status(): PoolStatus {
    const sessions = [...this.#sessions.values()];
    const countOf = (wanted: SessionLoad["state"]) =>
      sessions.filter(({ state }) => state === wanted).length;
    return {
      starting: countOf("starting"),
      ready: countOf("ready"),
      retiring: countOf("retiring"),
      active: sessions.reduce((sum, { active }) => sum + active, 0),
      waiting: this.#waiters.length,
      blockedForMs: Math.max(0, this.#startNotBefore - Date.now()),
    };
  }

  override async alarm(): Promise<void> {
    this.#dropExpired();
    const now = Date.now();
    for (const session of [...this.#sessions.values()]) {
      if (isIdle(session, now) || (session.state === "retiring" && session.active === 0))
        this.#end(session);
    }
    if (this.#sessions.size > 0) await this.ctx.storage.setAlarm(now + TIDY_INTERVAL_MS);
  }

  #lend(session: SessionLoad, request: LeaseRequest): Lease {
    const lease = this.#hold(session.name, request);
    session.active += 1;
    session.captures += 1;
    if (isWornOut(session)) session.state = "retiring";
    return lease;
  }

  #hold(session: string, { accountId, priority, timeoutMs }: LeaseRequest): Lease {
    const lease = { id: crypto.randomUUID(), session };
    const expiresAt = Date.now() + timeoutMs + LEASE_SLACK_MS;
    this.#leases.set(lease.id, { ...lease, accountId, priority, timeoutMs, expiresAt });
    return lease;
  }

  #findRecalled(session: string): HeldLease | undefined {
    return [...this.#leases.values()].find(
      (lease) => lease.session === session && lease.accountId === RECALLED.accountId,
    );
  }

  /** Gives free slots to those who wait, and starts browsers for the rest. */
  #serve(): void {
    const settings = this.#settings;
    if (settings === undefined) return;
    for (;;) {
      const session = chooseSession(this.#sessions.values(), settings.capturesPerSession);
      const waiter = chooseWaiter(
        this.#waiters,
        (accountId) => this.#count((lease) => lease.accountId === accountId),
        this.#queuedSlotsLeft(settings),
      );
      if (session === undefined || waiter === undefined) break;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.answer({ lease: this.#lend(session, waiter) });
    }
    const urgent = this.#waiters.filter(({ priority }) => priority === "interactive").length;
    const queued = Math.min(this.#waiters.length - urgent, this.#queuedSlotsLeft(settings));
    const starts = countStarts(this.#sessions.values(), urgent + queued, settings);
    for (let i = 0; i < starts; i += 1) this.#start(settings);
  }

  #queuedSlotsLeft(settings: PoolSettings): number {
    const taken = this.#count(({ priority }) => priority === "queued");
    return Math.max(0, countQueuedSlots(settings) - taken);
  }

  #turnAway(waiter: Waiter): void {
    const place = this.#waiters.indexOf(waiter);
    if (place === -1) return;
    this.#waiters.splice(place, 1);
    const blockedMs = Math.max(0, this.#startNotBefore - Date.now());
    waiter.answer({ retryAfterSeconds: Math.max(1, Math.ceil(blockedMs / 1000)) });
  }

  #count(which: (lease: HeldLease) => boolean): number {
    return [...this.#leases.values()].filter(which).length;
  }

  #start(settings: PoolSettings): void {
    const now = Date.now();
    const startAt = Math.max(
      nextStartAt(this.#lastStartAt, settings.startsPerSecond, now),
      this.#startNotBefore,
    );
    this.#lastStartAt = startAt;
    const name = crypto.randomUUID();
    this.#sessions.set(name, {
      name,
      state: "starting",
      active: 0,
      captures: 0,
      idleSince: startAt,
    });
    this.#known.addSession(name);
    this.ctx.waitUntil(this.#bringUp(name, startAt - now, settings));
  }

  async #bringUp(name: string, delayMs: number, settings: PoolSettings): Promise<void> {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const start = await this.#object(name)
      .start(settings.guard)
      .catch((error: unknown) => {
        log("session did not start", { error });
        return { started: false as const, retryAfterSeconds: 1 };
      });
    const session = this.#sessions.get(name);
    if (start.started) this.#known.addBrowser(start.browserId, name);
    if (start.started && session !== undefined) {
      session.state = "ready";
      session.idleSince = Date.now();
      await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
    } else {
      if (session !== undefined) this.#end(session);
      if (!start.started) this.#startNotBefore = Date.now() + start.retryAfterSeconds * 1000;
    }
    this.#serve();
  }

  #dropExpired(): void {
    const now = Date.now();
    for (const lease of [...this.#leases.values()]) {
      if (lease.expiresAt > now) continue;
      log("lease expired", { session: lease.session });
      void this.release(lease, false);
    }
  }

  #end(session: SessionLoad): void {
    this.#forget(session.name);
    const ended = this.#object(session.name)
      .stop()
      .catch((error: unknown) => log("session not stopped", { error }));
    this.ctx.waitUntil(ended);
  }

  #forget(name: string): void {
    this.#sessions.delete(name);
    this.#known.removeSession(name);
  }

  /** After an eviction the sessions know best what they are doing. */
  async #recall(names: string[]): Promise<void> {
    const recall = async (name: string) => {
      const status = await withDeadline(
        STATUS_DEADLINE_MS,
        "status",
        this.#object(name).status(),
      ).catch(() => undefined);
      if (status?.alive !== true) return this.#forget(name);
      const { active, captures } = status;
      this.#sessions.set(name, { name, state: "ready", active, captures, idleSince: Date.now() });
      for (let count = 0; count < active; count += 1) this.#hold(name, RECALLED);
    };
    await Promise.all(names.map(recall));
    if (this.#sessions.size > 0) await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
  }

  #object(name: string): DurableObjectStub<BrowserSession> {
    return this.env.BROWSER_SESSION.getByName(name);
  }
}
