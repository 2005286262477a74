// Limits the comparisons and the parts of images that an account runs at the same time in one isolate. Decoding a large image
// takes seconds of CPU time, and all requests of the isolate share one thread.
import { ServiceError } from "../../contract/errors.ts";

/** One comparison decodes while another waits for storage. */
const MAX_RUNNING = 2;

/** A comparison that cannot start within this time is refused. */
const MAX_WAIT_MS = 20_000;

/**
 * The turn of a comparison that takes longer passes to the next one. The runtime drops a request whose client has closed the
 * connection, without running its `finally` blocks.
 */
const MAX_RUN_MS = 60_000;

/** A promise of another request may never settle, so waiting comparisons check at this interval. */
const CHECK_INTERVAL_MS = 25;

/** `expiresAt`: when the request has certainly ended. */
type Turn = { expiresAt: number };

/** The running and waiting turns of each queue, in the order of their arrival. */
const queues = new Map<string, Set<Turn>>();

/**
 * Runs the comparison after earlier ones of the queue, such as the id of an account. Throws
 * ServiceError(service_unavailable) if too many are running.
 */
export async function inTurn<T>(queue: string, compare: () => Promise<T>): Promise<T> {
  const turns = queues.get(queue) ?? new Set();
  queues.set(queue, turns);
  const turn = { expiresAt: Date.now() + 2 * MAX_WAIT_MS };
  turns.add(turn);
  try {
    await waitForTurn(turns, turn);
    turn.expiresAt = Date.now() + MAX_RUN_MS;
    return await compare();
  } finally {
    turns.delete(turn);
    if (turns.size === 0 && queues.get(queue) === turns) queues.delete(queue);
  }
}

async function waitForTurn(turns: Set<Turn>, turn: Turn): Promise<void> {
  const endsAt = Date.now() + MAX_WAIT_MS;
  while ([...turns].indexOf(turn) >= MAX_RUNNING) {
    const now = Date.now();
    if (now > endsAt)
      throw new ServiceError("service_unavailable", {
        message:
          "Too many images of the account are being compared. Retry after the seconds in Retry-After.",
        retryAfterSeconds: 5,
      });
    for (const other of turns) if (other.expiresAt < now) turns.delete(other);
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  }
}
