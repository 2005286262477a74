// Collects failures of blocking in one capture, for the log and for `metadata.blocked.incomplete`.
import { createLog, type Fields } from "../../lib/log.ts";

const log = createLog("blocking");

export class BlockingIssues {
  /** Whether a failure may have left elements in the page that the options block. */
  isIncomplete = false;
  readonly #logged = new Set<string>();

  /** Logs each message once per capture, because a failure often repeats for every request. */
  report(message: string, fields: Fields): void {
    this.isIncomplete = true;
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    log(message, fields);
  }

  /** Returns the result of `work`. If `work` throws, reports the error and returns undefined. */
  attempt<T>(message: string, fields: Fields, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      // A failure of blocking must not fail the capture.
      this.report(message, { ...fields, error });
      return undefined;
    }
  }
}
