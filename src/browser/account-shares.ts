// Reduces the slots of accounts whose captures fail late, while other accounts use browsers. Failed captures are not charged, so
// an account could otherwise occupy its whole share without paying, with pages that use all processors until their timeout.

/** A failure within this time costs little, for example when a host does not exist. */
const QUICK_FAILURE_MS = 2_000;

/** An account keeps its slots if at most one of about 10 captures fails late. */
const SUCCESSES_PER_SLOT = 10;

/** An account uses browsers until this time after its latest request or capture. */
const ACTIVE_MS = 10_000;

/** The maximum number of accounts with fewer slots. */
const MAX_REDUCED_ACCOUNTS = 1_000;

/** `successes`: the successful captures since `slots` changed. */
type Reduction = { slots: number; successes: number };

type Activity = { accountId: string; at: number };

export class AccountShares {
  readonly #reductions = new Map<string, Reduction>();
  #latest: Activity | undefined;
  /** The latest activity of another account than that of `#latest`. */
  #previous: Activity | undefined;

  /** Records that the account uses browsers at this time, in milliseconds since 1970. */
  markActive(accountId: string, now: number): void {
    if (this.#latest?.accountId !== accountId) this.#previous = this.#latest;
    this.#latest = { accountId, at: now };
  }

  /** Returns whether another account has used browsers recently. */
  hasOther(accountId: string, now: number): boolean {
    const other = this.#latest?.accountId === accountId ? this.#previous : this.#latest;
    return other !== undefined && now - other.at < ACTIVE_MS;
  }

  /** Returns how many of `slots` the account may use while other accounts use browsers, at least 1. */
  slotsOf(accountId: string, slots: number): number {
    return Math.min(slots, this.#reductions.get(accountId)?.slots ?? slots);
  }

  /** Takes one of `slots` from the account, unless its capture has failed quickly. */
  countFailure(accountId: string, slots: number, durationMs: number): void {
    if (durationMs < QUICK_FAILURE_MS) return;
    // Inserting again moves the account to the end.
    const left = Math.max(1, this.slotsOf(accountId, slots) - 1);
    this.#reductions.delete(accountId);
    this.#reductions.set(accountId, { slots: left, successes: 0 });
    if (this.#reductions.size <= MAX_REDUCED_ACCOUNTS) return;
    const [oldest] = this.#reductions.keys();
    if (oldest !== undefined) this.#reductions.delete(oldest);
  }

  /** Returns a slot to the account after 10 successful captures. */
  countSuccess(accountId: string, slots: number): void {
    const reduction = this.#reductions.get(accountId);
    if (reduction === undefined) return;
    reduction.successes += 1;
    if (reduction.successes < SUCCESSES_PER_SLOT) return;
    reduction.successes = 0;
    reduction.slots += 1;
    if (reduction.slots >= slots) this.#reductions.delete(accountId);
  }
}
