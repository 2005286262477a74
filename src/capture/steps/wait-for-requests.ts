// Waits for the requests that a step has started.
import { isContent } from "../network/request-tracker.ts";
import type { Tab } from "../tab.ts";
import { pause } from "../../lib/pause.ts";

/** Milliseconds between two checks of the unfinished requests. */
const POLL_MS = 25;

/** Milliseconds in which a page inserts the content of a request that has finished. */
const INSERT_MS = 50;

/** Maximum number of requests that each start after the previous one has finished. Some pages send requests without end. */
const MAX_CHAIN = 10;

/**
 * Waits for the unfinished requests that are not in `earlier`, and for those that the page starts next, for at most
 * `limitMs`. Returns false if one of them has not finished.
 */
export async function waitForRequests(
  tab: Tab,
  earlier: ReadonlySet<string>,
  limitMs: number,
): Promise<boolean> {
  const endsAt = Date.now() + limitMs;
  for (let count = 0; count < MAX_CHAIN; count += 1) {
    const ids = unfinishedAfter(tab, earlier);
    if (ids.length === 0) break;
    const isUnfinished = () => ids.some((id) => tab.traffic.unfinished.has(id));
    while (isUnfinished() && Date.now() < endsAt) await pause(POLL_MS);
    if (isUnfinished()) return false;
    await pause(INSERT_MS);
  }
  return true;
}

function unfinishedAfter({ traffic }: Tab, earlier: ReadonlySet<string>): string[] {
  return [...traffic.unfinished]
    .filter(([id, request]) => !earlier.has(id) && isContent(request))
    .map(([id]) => id);
}
