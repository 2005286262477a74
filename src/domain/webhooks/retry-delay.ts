// How long to wait before an event is sent again.

/** The longest that a queue holds a message back. */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Doubles with every retry made so far, and adds up to a quarter, so that receivers that failed together are not
 * called together. Whole seconds, as queues count.
 */
export function retryDelaySeconds(retryDelayMs: number, retriesMade: number): number {
  const delayMs = retryDelayMs * 2 ** retriesMade * (1 + Math.random() / 4);
  return Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1_000));
}
