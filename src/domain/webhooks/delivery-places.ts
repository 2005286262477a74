// Limits the deliveries that an isolate sends at the same time for one account, so that receivers that do not respond occupy
// no unlimited number of connections.

/** Deliveries of one account. */
const MAX_RUNNING = 20;

/** A delivery ends earlier, unless the platform has stopped its Worker. */
const LOST_AFTER_MS = 60_000;

/** Shorter than the time after which the sweep sends a delivery again. */
const MAX_DELAY_SECONDS = 60;

/** Ends a delivery. */
export type Leave = (now: number) => void;

type Account = {
  /** Start times of the running deliveries. */
  running: Set<{ startedAt: number }>;
  /** Duration of the last delivery. */
  lastMs: number;
  /** When the last postponed delivery is expected to find a place. */
  postponedUntil: number;
};

/** Times are in milliseconds since 1970. */
export class DeliveryPlaces {
  readonly #accounts = new Map<string, Account>();

  /** Starts a delivery and returns a function to call at its end. Returns undefined if the account has no free place. */
  enter(accountId: string, now: number): Leave | undefined {
    const account = this.#accounts.get(accountId) ?? {
      running: new Set(),
      lastMs: 0,
      postponedUntil: 0,
    };
    for (const delivery of account.running)
      if (delivery.startedAt < now - LOST_AFTER_MS) account.running.delete(delivery);
    if (account.running.size >= MAX_RUNNING) return undefined;
    const delivery = { startedAt: now };
    account.running.add(delivery);
    this.#accounts.set(accountId, account);
    return (endedAt) => {
      account.running.delete(delivery);
      account.lastMs = endedAt - now;
      const isIdle = account.running.size === 0 && account.postponedUntil <= endedAt;
      if (isIdle && this.#accounts.get(accountId) === account) this.#accounts.delete(accountId);
    };
  }

  /**
   * Returns the seconds after which a delivery without a place is expected to find one. Deliveries that are postponed one
   * after the other return one after the other, as fast as the receivers of the account respond.
   */
  postpone(accountId: string, now: number): number {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return 1;
    const ages = [...account.running].map(({ startedAt }) => now - startedAt);
    const durationMs = Math.max(account.lastMs, ...ages);
    account.postponedUntil = Math.max(account.postponedUntil, now) + durationMs / MAX_RUNNING;
    const seconds = Math.ceil((account.postponedUntil - now) / 1_000);
    return Math.min(MAX_DELAY_SECONDS, Math.max(1, seconds));
  }
}
