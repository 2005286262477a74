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

/** Waits for unfinished requests that are not in `earlier`. */
export async function waitForRequests(
  { traffic }: Tab,
  earlier: ReadonlySet<string>,
  limitMs: number,
): Promise<void> {
  const endsAt = Date.now() + limitMs;
  const isLoading = () =>
    [...traffic.unfinished].some(
      ([id, { type }]) => !earlier.has(id) && type !== undefined && CONTENT_TYPES.has(type),
    );
  if (!isLoading()) return;
  while (isLoading() && Date.now() < endsAt) await pause(POLL_MS);
  await pause(INSERT_MS);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
