// What blocking could not do for one capture: logged, and told in its record.
import { createLog, type Fields } from "../../lib/log.ts";

const log = createLog("blocking");

export class Gaps {
  /** Something may be left that should be gone. */
  found = false;
  readonly #logged = new Set<string>();

  /** Logged once: what fails for one request fails for a thousand. */
  add(message: string, fields: Fields): void {
    this.found = true;
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    log(message, fields);
  }

  /** What `work` answers; undefined, and a gap, where it throws. */
  attempt<T>(message: string, fields: Fields, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      // Blocking costs no capture.
      this.add(message, { ...fields, error });
      return undefined;
    }
  }
}
