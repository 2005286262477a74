// Decides when the next browsers of a pool start.
import { nextStartAt } from "./schedule.ts";

/** After consecutive refusals to start a browser, the wait doubles up to this limit. */
const MAX_BACKOFF_MS = 60_000;

/**
 * Starts are delayed by up to this part of their interval, so that pools of several Workers do not start browsers at the
 * same time.
 */
const START_JITTER = 0.2;

/** All times are in milliseconds since 1970. */
export class StartSchedule {
  #lastStartAt = 0;
  #notBefore = 0;
  #refusals = 0;

  /** No browser starts before this time. */
  get notBefore(): number {
    return this.#notBefore;
  }

  blockedForMs(now: number): number {
    return Math.max(0, this.#notBefore - now);
  }

  /** Returns when the next browser may start, and counts its start. */
  next(startsPerSecond: number, now: number): number {
    const startAt = Math.max(nextStartAt(this.#lastStartAt, startsPerSecond, now), this.#notBefore);
    const jitterMs = (Math.random() * START_JITTER * 1000) / startsPerSecond;
    this.#lastStartAt = startAt + jitterMs;
    return startAt;
  }

  succeed(): void {
    this.#refusals = 0;
  }

  /** Delays the next starts by the requested time, and longer after consecutive refusals. Running browsers stay in use. */
  refuse(retryAfterSeconds: number, now: number): void {
    // Count concurrent refusals as one, because they have the same reason.
    if (this.blockedForMs(now) === 0) this.#refusals += 1;
    const backoffMs = Math.min(MAX_BACKOFF_MS, 500 * 2 ** this.#refusals);
    const delayMs = Math.max(retryAfterSeconds * 1000, backoffMs);
    this.#notBefore = Math.max(this.#notBefore, now + delayMs);
  }
}
