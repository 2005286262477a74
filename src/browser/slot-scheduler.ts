// Decides which waiting capture runs next and in which browser. Has no side effects. Uses indexes instead of scans: the
// cost of a decision does not depend on the number of waiting captures and grows logarithmically with the number of
// accounts.
import { UpdatableHeap } from "../lib/updatable-heap.ts";
import type { AccountShares } from "./account-shares.ts";
import {
  countAccountSlots,
  countQueuedAccountSlots,
  countQueuedSlots,
  type Priority,
  type SessionLoad,
  type SlotLimits,
} from "./schedule.ts";
import type { SessionTable } from "./session-table.ts";

/** The account and the priority of the capture that occupies a slot. */
export type SlotUse = { accountId: string; priority: Priority };

type Account<Waiter> = {
  id: string;
  active: number;
  activeQueued: number;
  /** The number of running captures in each session. */
  activeIn: Map<string, number>;
  /** The sequence number of the account's latest slot assignment; 0 when no recent assignment is stored. */
  turn: number;
  /** The waiting captures, oldest first, with their sequence numbers. */
  waiting: Record<Priority, Map<Waiter, number>>;
  /** The slots that the waiting captures could use now. */
  demand: Record<Priority, number>;
};

/** The number of idle accounts whose latest turn is stored. */
const REMEMBERED_TURNS = 1_000;

const NO_LIMITS_YET: SlotLimits = { maxSessions: 0, capturesPerSession: 0, accountSlots: 0 };

export class SlotScheduler<Waiter extends SlotUse> {
  readonly #sessions: SessionTable;
  readonly #shares: AccountShares;
  readonly #clock: () => number;
  readonly #accounts = new Map<string, Account<Waiter>>();
  /** The accounts with a waiting capture that may start now; the next account is first. */
  readonly #next: Record<Priority, UpdatableHeap<Account<Waiter>>> = {
    interactive: new UpdatableHeap((a, b) => compareAccounts(a, b, "interactive")),
    queued: new UpdatableHeap((a, b) => compareAccounts(a, b, "queued")),
  };
  readonly #demand: Record<Priority, number> = { interactive: 0, queued: 0 };
  readonly #turns = new Map<string, number>();
  #limits = NO_LIMITS_YET;
  #activeQueued = 0;
  #waiting = 0;
  #lastTurn = 0;
  #lastArrival = 0;

  /** `shares`: the accounts with fewer slots. `clock` returns milliseconds since 1970. */
  constructor(sessions: SessionTable, shares: AccountShares, clock = () => Date.now()) {
    this.#sessions = sessions;
    this.#shares = shares;
    this.#clock = clock;
  }

  /** Sets the limits. A change recalculates every account. */
  setLimits(limits: SlotLimits): void {
    const { maxSessions, capturesPerSession, accountSlots, warmSessions = 0 } = limits;
    const isChanged =
      maxSessions !== this.#limits.maxSessions ||
      capturesPerSession !== this.#limits.capturesPerSession ||
      accountSlots !== this.#limits.accountSlots ||
      warmSessions !== this.#limits.warmSessions;
    if (!isChanged) return;
    this.#limits = { maxSessions, capturesPerSession, accountSlots, warmSessions };
    for (const account of this.#accounts.values()) this.#updateAccount(account);
  }

  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(accountId: string): number {
    const account = this.#accounts.get(accountId);
    return account === undefined ? 0 : countWaiting(account);
  }

  addWaiter(waiter: Waiter): void {
    const account = this.#accountOf(waiter.accountId);
    account.waiting[waiter.priority].set(waiter, (this.#lastArrival += 1));
    this.#waiting += 1;
    this.#updateAccount(account);
  }

  /** Returns false if the waiter is not waiting. */
  removeWaiter(waiter: Waiter): boolean {
    const account = this.#accounts.get(waiter.accountId);
    if (account?.waiting[waiter.priority].delete(waiter) !== true) return false;
    this.#waiting -= 1;
    this.#updateAccount(account);
    return true;
  }

  /**
   * Assigns a free slot to the next waiting capture: interactive captures first, then the account with the fewest running
   * captures, then the account that was served least recently, then the longest wait. Queued captures and each account use
   * at most their share of the slots. Accounts share a browser only if no other slot is free.
   */
  assignNext(): { waiter: Waiter; session: string } | undefined {
    const next = this.#findNext();
    if (next === undefined) return undefined;
    const { account, priority, waiter } = next;
    const session = this.#sessionFor(account);
    if (session === undefined) return undefined;
    account.waiting[priority].delete(waiter);
    this.#waiting -= 1;
    account.turn = this.#lastTurn += 1;
    this.#rememberTurn(account);
    this.occupy(session.name, waiter);
    return { waiter, session: session.name };
  }

  /** Counts a capture that runs in the session. */
  occupy(session: string, { accountId, priority }: SlotUse): void {
    if (this.#sessions.occupy(session))
      this.#countActive(this.#accountOf(accountId), session, priority, 1);
  }

  /** Ends a capture that occupy() or assignNext() counted. */
  vacate(session: string, { accountId, priority }: SlotUse, now: number): void {
    this.#countActive(this.#accountOf(accountId), session, priority, -1);
    this.#sessions.vacate(session, now);
  }

  /** Returns how many browsers to start for waiting captures and as warm ones, within the limit on running browsers. */
  countStarts(): number {
    const { capturesPerSession, maxSessions, warmSessions = 0 } = this.#limits;
    const forCaptures = Math.ceil(this.#uncoveredDemand() / Math.max(1, capturesPerSession));
    const needed = Math.max(forCaptures, warmSessions - this.#sessions.countUsable());
    return Math.max(0, Math.min(needed, maxSessions - this.#sessions.size));
  }

  /** Returns whether an idle browser may close: warm ones stay open. */
  isDispensable(): boolean {
    return this.#sessions.countUsable() > (this.#limits.warmSessions ?? 0);
  }

  /**
   * Returns whether the browsers that are starting have slots for all captures that may start, and whether this capture is one
   * of them. The captures beyond the share of an account must not wait for a browser that starts for others.
   */
  isCoveredByStarts(waiter: Waiter): boolean {
    if (this.#sessions.starting === 0 || this.#uncoveredDemand() > 0) return false;
    const { waiting, demand } = this.#accountOf(waiter.accountId);
    let left = demand[waiter.priority];
    for (const next of waiting[waiter.priority].keys()) {
      if (left === 0) return false;
      if (next === waiter) return true;
      left -= 1;
    }
    return false;
  }

  #uncoveredDemand(): number {
    const queued = Math.min(this.#demand.queued, this.#queuedSlotsLeft());
    return (
      this.#demand.interactive + queued - this.#sessions.starting * this.#limits.capturesPerSession
    );
  }

  #queuedSlotsLeft(): number {
    return Math.max(0, countQueuedSlots(this.#limits) - this.#activeQueued);
  }

  #findNext() {
    for (;;) {
      const priority = this.#nextPriority();
      if (priority === undefined) return undefined;
      const account = this.#next[priority].first();
      if (account === undefined) return undefined;
      // The slots of the account may have changed since its latest event, when another account became active.
      this.#updateAccount(account);
      const [waiter] = account.waiting[priority].keys();
      if (waiter !== undefined && account.demand[priority] > 0)
        return { account, priority, waiter };
    }
  }

  #nextPriority(): Priority | undefined {
    if (this.#next.interactive.first() !== undefined) return "interactive";
    return this.#queuedSlotsLeft() > 0 ? "queued" : undefined;
  }

  /**
   * Selects the least loaded session. If the account has a free slot in a session that it does not share, and at most one
   * session is idle, selects the session of the account. A hostile page delays all captures in its browser.
   */
  #sessionFor(account: Account<Waiter>): Readonly<SessionLoad> | undefined {
    const session = this.#sessions.leastLoaded(this.#limits.capturesPerSession);
    if (session === undefined) return undefined;
    const hasMoreIdle = session.active === 0 && this.#sessions.idle > 1;
    return hasMoreIdle ? session : (this.#unsharedSession(account) ?? session);
  }

  /** Returns a session with a free slot that runs only captures of this account. */
  #unsharedSession({ activeIn }: Account<Waiter>): Readonly<SessionLoad> | undefined {
    for (const [name, active] of activeIn) {
      const session = this.#sessions.find(name);
      const isFree = session?.state === "ready" && active < this.#limits.capturesPerSession;
      if (isFree && session.active === active) return session;
    }
    return undefined;
  }

  #accountOf(id: string): Account<Waiter> {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const account: Account<Waiter> = {
      id,
      active: 0,
      activeQueued: 0,
      activeIn: new Map(),
      turn: this.#turns.get(id) ?? 0,
      waiting: { interactive: new Map(), queued: new Map() },
      demand: { interactive: 0, queued: 0 },
    };
    this.#accounts.set(id, account);
    return account;
  }

  #countActive(
    account: Account<Waiter>,
    session: string,
    priority: Priority,
    change: 1 | -1,
  ): void {
    account.active += change;
    const activeIn = (account.activeIn.get(session) ?? 0) + change;
    if (activeIn > 0) account.activeIn.set(session, activeIn);
    else account.activeIn.delete(session);
    if (priority === "queued") {
      account.activeQueued += change;
      this.#activeQueued += change;
    }
    this.#updateAccount(account);
  }

  /** Updates the demand and the position of an account after any change. */
  #updateAccount(account: Account<Waiter>): void {
    const slotsLeft = Math.max(0, this.#slotsOf(account) - account.active);
    const queuedLeft = countQueuedAccountSlots(this.#limits) - account.activeQueued;
    const interactive = Math.min(account.waiting.interactive.size, slotsLeft);
    const queued = Math.max(
      0,
      Math.min(account.waiting.queued.size, slotsLeft - interactive, queuedLeft),
    );
    this.#setDemand(account, "interactive", interactive);
    this.#setDemand(account, "queued", queued);
    if (account.active === 0 && countWaiting(account) === 0) this.#accounts.delete(account.id);
  }

  #slotsOf({ id }: Account<Waiter>): number {
    const slots = countAccountSlots(this.#limits);
    const hasOther = this.#accounts.size > 1 || this.#shares.hasOther(id, this.#clock());
    return hasOther ? this.#shares.slotsOf(id, slots) : slots;
  }

  #setDemand(account: Account<Waiter>, priority: Priority, demand: number): void {
    this.#demand[priority] += demand - account.demand[priority];
    account.demand[priority] = demand;
    if (demand > 0) this.#next[priority].set(account);
    else this.#next[priority].delete(account);
  }

  #rememberTurn({ id, turn }: Account<Waiter>): void {
    // Inserting again moves the account to the end.
    this.#turns.delete(id);
    this.#turns.set(id, turn);
    if (this.#turns.size <= REMEMBERED_TURNS) return;
    const [oldest] = this.#turns.keys();
    if (oldest !== undefined) this.#turns.delete(oldest);
  }
}

function countWaiting({ waiting }: Account<unknown>): number {
  return waiting.interactive.size + waiting.queued.size;
}

function compareAccounts(a: Account<unknown>, b: Account<unknown>, priority: Priority): number {
  return a.active - b.active || a.turn - b.turn || arrivalOf(a, priority) - arrivalOf(b, priority);
}

function arrivalOf({ waiting }: Account<unknown>, priority: Priority): number {
  const [arrival] = waiting[priority].values();
  return arrival ?? Infinity;
}
