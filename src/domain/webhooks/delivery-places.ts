// Limits the deliveries that an isolate sends at the same time for one account, so that receivers that do not respond occupy
// no unlimited number of connections. The webhooks of an account share its places.

/** Deliveries of one account. Above this number, a webhook that has less than its equal share may start more. */
const MAX_RUNNING = 20;

/** A delivery ends earlier, unless the platform has stopped its Worker. */
const LOST_AFTER_MS = 60_000;

/** Shorter than the time after which the sweep sends a delivery again. */
const MAX_DELAY_SECONDS = 60;

/** Ends a delivery. */
export type Leave = (now: number) => void;

/** The receiver of a delivery. */
type Receiver = { accountId: string; webhookId: string };

/** The deliveries of one webhook. */
type Deliveries = {
  /** Start times of the running deliveries. */
  running: Set<{ startedAt: number }>;
  /** Duration of the last delivery. */
  lastMs: number;
  /** When the last postponed delivery is expected to find a place. */
  postponedUntil: number;
};

/** Times are in milliseconds since 1970. */
export class DeliveryPlaces {
  /** The webhooks of each account, by id. */
  readonly #accounts = new Map<string, Map<string, Deliveries>>();

  /** Starts a delivery and returns a function to call at its end. Returns undefined if the webhook has no free place. */
  enter({ accountId, webhookId }: Receiver, now: number): Leave | undefined {
    const account = this.#accounts.get(accountId) ?? new Map<string, Deliveries>();
    this.#accounts.set(accountId, account);
    removeIdle(account, now);
    const own = account.get(webhookId) ?? { running: new Set(), lastMs: 0, postponedUntil: 0 };
    account.set(webhookId, own);
    const total = [...account.values()].reduce((sum, { running }) => sum + running.size, 0);
    if (total >= MAX_RUNNING && own.running.size >= MAX_RUNNING / account.size) return undefined;
    const delivery = { startedAt: now };
    own.running.add(delivery);
    return (endedAt) => {
      own.running.delete(delivery);
      own.lastMs = endedAt - now;
      removeIdle(account, endedAt);
      if (account.size === 0 && this.#accounts.get(accountId) === account)
        this.#accounts.delete(accountId);
    };
  }

  /**
   * Returns the seconds after which a delivery without a place is expected to find one. Deliveries that are postponed one
   * after the other return one after the other, as fast as their receiver responds.
   */
  postpone({ accountId, webhookId }: Receiver, now: number): number {
    const account = this.#accounts.get(accountId);
    const own = account?.get(webhookId);
    if (account === undefined || own === undefined) return 1;
    const ages = [...own.running].map(({ startedAt }) => now - startedAt);
    const durationMs = Math.max(own.lastMs, ...ages);
    const places = MAX_RUNNING / account.size;
    own.postponedUntil = Math.max(own.postponedUntil, now) + durationMs / places;
    const seconds = Math.ceil((own.postponedUntil - now) / 1_000);
    return Math.min(MAX_DELAY_SECONDS, Math.max(1, seconds));
  }
}

/** Removes lost deliveries, and the webhooks without deliveries. */
function removeIdle(account: Map<string, Deliveries>, now: number): void {
  for (const [webhookId, { running, postponedUntil }] of account) {
    for (const delivery of running)
      if (delivery.startedAt < now - LOST_AFTER_MS) running.delete(delivery);
    if (running.size === 0 && postponedUntil <= now) account.delete(webhookId);
  }
}
