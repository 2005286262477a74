// Limits the log lines of requests that are refused on arrival. A line takes a third of the CPU time of a refusal, so many lines
// would delay other responses.

const MIN_INTERVAL_MS = 1_000;

export class RefusalLog {
  #withoutLine = 0;
  #loggedAt = 0;

  /**
   * Counts a refusal. Returns the number of refusals since the last line, or undefined if that line is younger than one second
   * and the refusal must not be logged. `now` is in milliseconds since 1970.
   */
  count(now: number): number | undefined {
    this.#withoutLine += 1;
    if (now - this.#loggedAt < MIN_INTERVAL_MS) return undefined;
    const refusals = this.#withoutLine;
    this.#withoutLine = 0;
    this.#loggedAt = now;
    return refusals;
  }
}
