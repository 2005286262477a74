// BrowserPool: starts browsers and leases slots in them to captures. One object; image bytes never pass through it.
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

/** A lease that is not released this long after its capture's time was lost with its holder. */
const LEASE_SLACK_MS = 15_000;

/** The assumed request of a capture that started before an eviction: account and remaining time are unknown. */
const RESTORED: LeaseRequest = { accountId: "", priority: "interactive", timeoutMs: 90_000 };

type ActiveLease = Lease & LeaseRequest & { expiresAt: number };

type Waiter = LeaseRequest & { answer: (answer: LeaseAnswer) => void };

type PoolEnv = { BROWSER: Fetcher; BROWSER_SESSION: DurableObjectNamespace<BrowserSession> };

const log = createLog("browser-pool");

export class BrowserPool extends DurableObject<PoolEnv> {
  readonly #sessions = new Map<string, SessionLoad>();
  readonly #leases = new Map<string, ActiveLease>();
  readonly #waiters: Waiter[] = [];
  readonly #registry = new SessionRegistry(this.ctx.storage.kv);
  #settings: PoolSettings | undefined;
  #lastStartAt = 0;
  #startNotBefore = 0;

  constructor(ctx: DurableObjectState, env: PoolEnv) {
    super(ctx, env);
    const names = this.#registry.sessions();
    if (names.length > 0) void this.ctx.blockConcurrencyWhile(() => this.#restore(names));
  }

  /** Leases a slot in a browser, after at most `waitMs`. The holder must return the lease with release(). */
  async lease(request: LeaseRequest, waitMs: number, settings: PoolSettings): Promise<LeaseAnswer> {
    this.#settings = settings;
    this.#dropExpired();
    return new Promise((resolve) => {
      const waiter: Waiter = { ...request, answer: resolve };
      this.#waiters.push(waiter);
      this.#assignSlots();
      if (this.#waiters.includes(waiter)) setTimeout(() => this.#rejectWaiter(waiter), waitMs);
    });
  }

  /** Ends a lease. `isHealthy` is false when the browser is lost or no longer reliable. */
  async release(lease: Lease, isHealthy: boolean): Promise<void> {
    // A lease from before an eviction is unknown. If its capture was running, #restore() created a lease in its place.
    const active = this.#leases.get(lease.id) ?? this.#findRestored(lease.session);
    if (active !== undefined) this.#leases.delete(active.id);
    const session = this.#sessions.get(lease.session);
    if (session === undefined) return;
    if (active !== undefined) session.active -= 1;
    session.idleSince = Date.now();
    if (!isHealthy || isWornOut(session)) session.state = "retiring";
    if (session.state === "retiring" && (session.active === 0 || !isHealthy))
      this.#stopSession(session);
    this.#assignSlots();
  }

  /** Closes running browsers that this pool started and whose session is lost. Returns their number. */
  async closeOrphans(): Promise<number> {
    return this.#registry.closeOrphans(this.env.BROWSER, (session) => this.#sessions.has(session));
  }

  /** Returns the state for the operator. Starts no browser. */
  status(): PoolStatus {
    const sessions = [...this.#sessions.values()];
    const countOf = (expected: SessionLoad["state"]) =>
      sessions.filter(({ state }) => state === expected).length;
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
        this.#stopSession(session);
    }
    if (this.#sessions.size > 0) await this.ctx.storage.setAlarm(now + TIDY_INTERVAL_MS);
  }

  #grantLease(session: SessionLoad, request: LeaseRequest): Lease {
    const lease = this.#recordLease(session.name, request);
    session.active += 1;
    session.captures += 1;
    if (isWornOut(session)) session.state = "retiring";
    return lease;
  }

  #recordLease(session: string, { accountId, priority, timeoutMs }: LeaseRequest): Lease {
    const lease = { id: crypto.randomUUID(), session };
    const expiresAt = Date.now() + timeoutMs + LEASE_SLACK_MS;
    this.#leases.set(lease.id, { ...lease, accountId, priority, timeoutMs, expiresAt });
    return lease;
  }

  #findRestored(session: string): ActiveLease | undefined {
    return [...this.#leases.values()].find(
      (lease) => lease.session === session && lease.accountId === RESTORED.accountId,
    );
  }

  /** Assigns free slots to waiting captures and starts browsers for the others. */
  #assignSlots(): void {
    const settings = this.#settings;
    if (settings === undefined) return;
    for (;;) {
      const session = chooseSession(this.#sessions.values(), settings.capturesPerSession);
      const waiter = chooseWaiter(
        this.#waiters,
        (accountId) => this.#countLeases((lease) => lease.accountId === accountId),
        this.#queuedSlotsLeft(settings),
      );
      if (session === undefined || waiter === undefined) break;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.answer({ lease: this.#grantLease(session, waiter) });
    }
    const interactive = this.#waiters.filter(({ priority }) => priority === "interactive").length;
    const queued = Math.min(this.#waiters.length - interactive, this.#queuedSlotsLeft(settings));
    const starts = countStarts(this.#sessions.values(), interactive + queued, settings);
    for (let i = 0; i < starts; i += 1) this.#scheduleStart(settings);
  }

  #queuedSlotsLeft(settings: PoolSettings): number {
    const used = this.#countLeases(({ priority }) => priority === "queued");
    return Math.max(0, countQueuedSlots(settings) - used);
  }

  #rejectWaiter(waiter: Waiter): void {
    const index = this.#waiters.indexOf(waiter);
    if (index === -1) return;
    this.#waiters.splice(index, 1);
    const blockedMs = Math.max(0, this.#startNotBefore - Date.now());
    waiter.answer({ retryAfterSeconds: Math.max(1, Math.ceil(blockedMs / 1000)) });
  }

  #countLeases(matches: (lease: ActiveLease) => boolean): number {
    return [...this.#leases.values()].filter(matches).length;
  }

  #scheduleStart(settings: PoolSettings): void {
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
    this.#registry.addSession(name);
    this.ctx.waitUntil(this.#startSession(name, startAt - now, settings));
  }

  async #startSession(name: string, delayMs: number, settings: PoolSettings): Promise<void> {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const start = await this.#stubOf(name)
      .start(settings.guard)
      .catch((error: unknown) => {
        log("session did not start", { error });
        return { started: false as const, retryAfterSeconds: 1 };
      });
    const session = this.#sessions.get(name);
    if (start.started) this.#registry.addBrowser(start.browserId, name);
    if (start.started && session !== undefined) {
      session.state = "ready";
      session.idleSince = Date.now();
      await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
    } else {
      if (session !== undefined) this.#stopSession(session);
      if (!start.started) this.#startNotBefore = Date.now() + start.retryAfterSeconds * 1000;
    }
    this.#assignSlots();
  }

  #dropExpired(): void {
    const now = Date.now();
    for (const lease of [...this.#leases.values()]) {
      if (lease.expiresAt > now) continue;
      log("lease expired", { session: lease.session });
      void this.release(lease, false);
    }
  }

  #stopSession(session: SessionLoad): void {
    this.#removeSession(session.name);
    const stopped = this.#stubOf(session.name)
      .stop()
      .catch((error: unknown) => log("session not stopped", { error }));
    this.ctx.waitUntil(stopped);
  }

  #removeSession(name: string): void {
    this.#sessions.delete(name);
    this.#registry.removeSession(name);
  }

  /** Reads the state of all sessions after an eviction. */
  async #restore(names: string[]): Promise<void> {
    const restore = async (name: string) => {
      const status = await withDeadline(
        STATUS_DEADLINE_MS,
        "status",
        this.#stubOf(name).status(),
      ).catch(() => undefined);
      if (status?.alive !== true) return this.#removeSession(name);
      const { active, captures } = status;
      this.#sessions.set(name, { name, state: "ready", active, captures, idleSince: Date.now() });
      for (let count = 0; count < active; count += 1) this.#recordLease(name, RESTORED);
    };
    await Promise.all(names.map(restore));
    if (this.#sessions.size > 0) await this.ctx.storage.setAlarm(Date.now() + TIDY_INTERVAL_MS);
  }

  #stubOf(name: string): DurableObjectStub<BrowserSession> {
    return this.env.BROWSER_SESSION.getByName(name);
  }
}
