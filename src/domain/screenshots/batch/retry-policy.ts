// Time limits and retries of queued captures.

/** The maximum number of attempts. A retry follows a lost attempt, and a failure that the page did not cause. */
export const MAX_ATTEMPTS = 3;

/**
 * A capture that has not started after this time gets a new message, because a crash may have prevented the first message.
 */
const MESSAGE_LOST_AFTER_MS = 15 * 60_000;

/** Captures that have not started within 24 hours are failed and refunded. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

export function messageLostAt(from: Date, delaySeconds = 0): Date {
  return new Date(from.getTime() + delaySeconds * 1000 + MESSAGE_LOST_AFTER_MS);
}

/** Captures accepted before the returned time do not start any more. */
export function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - GIVE_UP_AFTER_MS);
}

/** Queues delays a message at most this long. */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Returns the seconds until the queue sends the message again: 5, 10, 20, 40, then 60, or longer if the failure lasts longer, such
 * as a daily limit. `receiveCount` starts at 1.
 */
export function retryDelaySeconds(receiveCount: number, retryAfterSeconds = 0): number {
  const backoff = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (receiveCount - 1));
  return Math.min(MAX_DELAY_SECONDS, Math.max(backoff, retryAfterSeconds));
}
