// Limits the time of one capture to its `timeout`.
import { ServiceError } from "../contract/errors.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";

/** The phase of a capture; the error of a timeout contains it in `details.phase`. */
export type Phase =
  | "navigation"
  | "click"
  | "hover"
  | "wait_for_selector"
  | "wait_for_hidden"
  | "delay"
  | "scroll"
  | "capture";

export class Budget {
  readonly #endsAt: number;
  readonly #failed: Promise<never>;
  #fail: (cause: Error) => void = () => {};

  constructor(totalMs: number) {
    this.#endsAt = Date.now() + totalMs;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Avoid an unhandled rejection when the page fails between two steps. The next step reports the failure.
    this.#failed.catch(() => {});
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - Date.now());
  }

  /** Ends the capture while a step runs, for example when the page crashes or requests a forbidden address. */
  fail(cause: Error): void {
    this.#fail(cause);
  }

  /**
   * Runs one step within the remaining time and `limitMs`. Throws ServiceError(navigation_timeout) with the phase when the
   * time expires, and the cause that `fail` received.
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
      // The caller classifies all other errors.
      if (error instanceof DeadlineExceeded)
        throw new ServiceError("navigation_timeout", { details: { phase } });
      throw error;
    }
  }
}
