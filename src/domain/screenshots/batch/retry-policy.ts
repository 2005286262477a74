// How long queued captures are waited for, and how often they are tried. Pure.

/** An attempt that was lost or that failed for no fault of the page is followed by another one, up to this many. */
export const MAX_ATTEMPTS = 3;

/** A message that has not begun its capture by then is sent once more: Queues keeps it, but a crash may not have sent it. */
const MESSAGE_LOST_AFTER_MS = 15 * 60_000;

/** Who asked for pictures yesterday has given up on them. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

export function messageLostAt(from: Date, delaySeconds = 0): Date {
  return new Date(from.getTime() + delaySeconds * 1000 + MESSAGE_LOST_AFTER_MS);
}

/** Captures accepted before this are not begun any more. */
export function givenUpBefore(now: Date): Date {
  return new Date(now.getTime() - GIVE_UP_AFTER_MS);
}

/** Seconds until the next delivery: 5, 10, 20, 40, then 60. `deliveries`: how often the message has come, from 1. */
export function retryDelaySeconds(deliveries: number): number {
  return Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (deliveries - 1));
}
