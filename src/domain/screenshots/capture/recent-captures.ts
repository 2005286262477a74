// Decides how many interactive captures an isolate handles at the same time, from the captures that it has rendered.

/** A capture waits at most this long from the arrival of its request (docs/decisions/credits-and-limits.md). */
export const MAX_AGE_MS = 5_000;

/** The captures that one slot starts within 5 seconds if each takes half a second. */
const EXPECTED_CAPTURES_PER_SLOT = 10;

/** The captures that one slot starts within 5 seconds if each takes 200 ms. At least this number is admitted. */
const MAX_CAPTURES_PER_SLOT = 25;

/** After this time with captures for every slot, the rate of rendering is known. A browser may need a second to start. */
const MEASURED_AFTER_MS = 2_000;

/** The captures that browsers have rendered since the isolate has captures for every slot. Times are in milliseconds since 1970. */
export class RecentCaptures {
  /** Oldest first. */
  #renderedAt: number[] = [];
  #busySince = 0;

  /** The isolate has fewer captures than slots, so their rate is no limit. */
  restart(now: number): void {
    this.#renderedAt = [];
    this.#busySince = now;
  }

  add(now: number): void {
    this.#forgetOld(now);
    this.#renderedAt.push(now);
  }

  /**
   * Returns the number of captures to handle at the same time with this number of browser slots: as many as are probably
   * rendered within 5 seconds, because the others would wait longer than that only to be refused and refunded.
   */
  maxCaptures(slots: number, now: number): number {
    this.#forgetOld(now);
    const measuredMs = Math.min(MAX_AGE_MS, now - this.#busySince);
    const expected =
      measuredMs < MEASURED_AFTER_MS
        ? EXPECTED_CAPTURES_PER_SLOT * slots
        : Math.floor((this.#renderedAt.length * MAX_AGE_MS) / measuredMs);
    return Math.min(MAX_CAPTURES_PER_SLOT * slots, Math.max(MAX_CAPTURES_PER_SLOT, expected));
  }

  #forgetOld(now: number): void {
    const first = this.#renderedAt.findIndex((at) => at > now - MAX_AGE_MS);
    if (first !== 0) this.#renderedAt = first === -1 ? [] : this.#renderedAt.slice(first);
  }
}
