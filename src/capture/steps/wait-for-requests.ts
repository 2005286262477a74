// Waits for the requests that a step has started.
import type { Tab } from "../tab.ts";

/** Milliseconds between two checks of the unfinished requests. */
const POLL_MS = 25;

/** Milliseconds in which a page inserts the content of a request that has finished. */
const INSERT_MS = 50;

/** Requests of these types load content. Others, such as event streams, may never finish. */
const CONTENT_TYPES = new Set([
  "Document",
  "Fetch",
  "Font",
  "Image",
  "Script",
  "Stylesheet",
  "XHR",
]);

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

/** Returns whether a request for content is unfinished that is not in `earlier`. */
export function hasUnfinished(tab: Tab, earlier: ReadonlySet<string>): boolean {
  return unfinishedAfter(tab, earlier).length > 0;
}

function unfinishedAfter({ traffic }: Tab, earlier: ReadonlySet<string>): string[] {
  return [...traffic.unfinished]
    .filter(([id, { type }]) => !earlier.has(id) && type !== undefined && CONTENT_TYPES.has(type))
    .map(([id]) => id);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
