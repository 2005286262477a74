// Limits the interactive captures that an isolate handles at the same time. Each capture needs database statements, and too
// many statements would delay all responses, including refusals.

/** A capture waits at most this long from the arrival of its request (docs/decisions/credits-and-limits.md). */
const MAX_AGE_MS = 5_000;

/** More captures cannot start within 5 seconds, even if each takes only 200 ms. */
const MAX_CAPTURES_PER_SLOT = 25;

/** Ends the admission of a capture. */
export type Leave = () => void;

export class Admission {
  readonly #captures = new Map<string, number>();
  #total = 0;

  /**
   * Admits a capture and returns a function to call once at its end. Returns undefined if the isolate handles the maximum number
   * of captures for this number of browser slots and the account has its equal share of them.
   */
  enter(accountId: string, slots: number): Leave | undefined {
    const own = this.#captures.get(accountId) ?? 0;
    const accounts = this.#captures.size + (own === 0 ? 1 : 0);
    const max = MAX_CAPTURES_PER_SLOT * slots;
    if (this.#total >= max && own >= max / accounts) return undefined;
    this.#captures.set(accountId, own + 1);
    this.#total += 1;
    return () => this.#leave(accountId);
  }

  #leave(accountId: string): void {
    this.#total -= 1;
    const left = (this.#captures.get(accountId) ?? 0) - 1;
    if (left > 0) this.#captures.set(accountId, left);
    else this.#captures.delete(accountId);
  }
}

/** Returns whether the request is too old to start a capture. Times are in milliseconds since 1970. */
export function isTooOld(arrivedAt: number, now: number): boolean {
  return now - arrivedAt > MAX_AGE_MS;
}
