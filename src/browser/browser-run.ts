// Starts, lists and closes browsers through the HTTP endpoints of Browser Run, with deadlines. The library's acquire() hides
// the status and Retry-After.
import { withDeadline } from "../lib/deadline.ts";
import { findPlatformLimit } from "../lib/platform-limit.ts";

/** The binding accepts any host and uses only the path. */
const ENDPOINT = "https://browser.run/v1/devtools/browser";

/** Idle browser time is billed: the browser of a lost object closes after this time. */
const KEEP_ALIVE_MS = 120_000;

const ACQUIRE_DEADLINE_MS = 30_000;
const DELETE_DEADLINE_MS = 5_000;
const LIST_DEADLINE_MS = 5_000;

/** Browser Run refuses to start a browser. `retryAfterSeconds`: the wait that it requests, by default 5 seconds. */
export class BrowserUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.name = "BrowserUnavailable";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Starts a browser and returns its id. Throws BrowserUnavailable when Browser Run refuses. */
export function acquireBrowser(endpoint: Fetcher): Promise<string> {
  return withDeadline(ACQUIRE_DEADLINE_MS, "acquire", acquire(endpoint));
}

async function acquire(endpoint: Fetcher): Promise<string> {
  const response = await endpoint.fetch(`${ENDPOINT}?keep_alive=${KEEP_ALIVE_MS}`, {
    method: "POST",
  });
  if (!response.ok) {
    const refusal = new Error(
      `Browser Run returned status ${response.status}: ${await response.text()}`,
    );
    // After the daily browser time of the free plan, Browser Run refuses every start until 00:00 UTC.
    const limit = findPlatformLimit(refusal, new Date());
    const retryAfter = limit?.retryAfterSeconds ?? Number(response.headers.get("Retry-After"));
    throw new BrowserUnavailable(refusal.message, retryAfter >= 1 ? Math.ceil(retryAfter) : 5);
  }
  const { sessionId } = await response.json<{ sessionId: string }>();
  return sessionId;
}

/** Opens the connection to a browser. Throws an Error when the browser is closed. */
export async function openSocket(endpoint: Fetcher, browserId: string): Promise<WebSocket> {
  const response = await endpoint.fetch(`${ENDPOINT}/${browserId}`, {
    headers: { Upgrade: "websocket" },
  });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`Browser ${browserId} is closed: status ${response.status}`);
  return socket;
}

/**
 * Closes a browser through its HTTP endpoint, because closing through a hung connection would hang, too. Does nothing if
 * the browser is already closed.
 */
export async function deleteBrowser(endpoint: Fetcher, browserId: string): Promise<void> {
  await withDeadline(
    DELETE_DEADLINE_MS,
    "delete",
    endpoint.fetch(`${ENDPOINT}/${browserId}`, { method: "DELETE" }),
  );
}

/** Returns the maximum number of concurrent browsers of the Cloudflare account. */
export function readBrowserLimit(endpoint: Fetcher): Promise<number> {
  return withDeadline(LIST_DEADLINE_MS, "limits", readLimit(endpoint));
}

async function readLimit(endpoint: Fetcher): Promise<number> {
  const response = await endpoint.fetch("https://browser.run/v1/limits");
  if (!response.ok) throw new Error(`Browser Run returned status ${response.status}.`);
  return (await response.json<{ maxConcurrentSessions: number }>()).maxConcurrentSessions;
}

/** Returns the ids of all running browsers, including those of other Workers. */
export function listBrowsers(endpoint: Fetcher): Promise<string[]> {
  return withDeadline(LIST_DEADLINE_MS, "list", list(endpoint));
}

async function list(endpoint: Fetcher): Promise<string[]> {
  const response = await endpoint.fetch("https://browser.run/v1/sessions");
  if (!response.ok) throw new Error(`Browser Run returned status ${response.status}.`);
  const { sessions } = await response.json<{ sessions: { sessionId: string }[] }>();
  return sessions.map(({ sessionId }) => sessionId);
}
