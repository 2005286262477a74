// Limits the comparisons that an account runs at the same time in one isolate. Decoding a large image occupies the thread
// of the isolate for seconds, and all requests of the isolate share this thread.
import { ServiceError } from "../../contract/errors.ts";

/** One comparison decodes while another waits for storage. */
const MAX_RUNNING = 2;

/** A comparison that cannot start within this time is refused. */
const MAX_WAIT_MS = 20_000;

/** A promise of another request may never settle, so waiting comparisons check at this interval. */
const CHECK_INTERVAL_MS = 25;

/** The running and waiting comparisons of each account, in the order of their arrival. */
const turnsOf = new Map<string, Set<symbol>>();

/**
 * Runs the comparison after earlier ones of the account. Throws ServiceError(service_unavailable) if too many are running.
 */
export async function inTurn<T>(accountId: string, compare: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(accountId) ?? new Set();
  turnsOf.set(accountId, turns);
  const turn = Symbol();
  turns.add(turn);
  try {
    await waitForTurn(turns, turn);
    return await compare();
  } finally {
    turns.delete(turn);
    if (turns.size === 0) turnsOf.delete(accountId);
  }
}

async function waitForTurn(turns: Set<symbol>, turn: symbol): Promise<void> {
  const endsAt = Date.now() + MAX_WAIT_MS;
  while ([...turns].indexOf(turn) >= MAX_RUNNING) {
    if (Date.now() > endsAt)
      throw new ServiceError("service_unavailable", {
        message:
          "Too many comparisons of the account are running. Retry after the seconds in Retry-After.",
        retryAfterSeconds: 5,
      });
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  }
}
