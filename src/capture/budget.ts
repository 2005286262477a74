// The time of one capture: the total that `timeout` allows, and what runs inside it.
import { ServiceError } from "../contract/errors.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";

/** What a capture is doing; a timeout names it in `details.phase`. */
export type Phase = "navigation" | "wait_for_selector" | "delay" | "scroll" | "capture";

export class Budget {
  readonly #endsAt: number;
  readonly #failed: Promise<never>;
  #fail: (cause: Error) => void = () => {};

  constructor(totalMs: number) {
    this.#endsAt = Date.now() + totalMs;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Nobody may be listening when the page fails between two steps; the next step hears of it.
    this.#failed.catch(() => {});
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - Date.now());
  }

  /** Ends the capture from outside its steps: the page crashed, or leads to where it may not go. */
  fail(cause: Error): void {
    this.#fail(cause);
  }

  /**
   * Runs one step within what is left of the total, and within `limitMs` when given.
   * Throws navigation_timeout with the phase when the time is over, and whatever `fail` was called with.
   */
  async run<T>(
    phase: Phase,
    step: () => Promise<T>,
    limitMs = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const allowedMs = Math.min(this.leftMs, limitMs);
    const running = Promise.race([step(), this.#failed]);
    try {
      return await withDeadline(allowedMs, phase, running);
    } catch (error) {
      // Only a deadline is told by its phase; what the step itself threw is classified by the caller.
      if (error instanceof DeadlineExceeded)
        throw new ServiceError("navigation_timeout", { details: { phase } });
      throw error;
    }
  }
}
