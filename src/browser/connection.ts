// One Browser Run session by its HTTP endpoints: acquire it, connect to it with deadlines, end it.
// The library's own acquire() hides status and Retry-After, and its connect() cannot bound a protocol call.
import puppeteer, { type Browser, type ConnectionTransport } from "@cloudflare/puppeteer";
import type { RequestPolicies } from "../capture/network/request-policies.ts";
import { guardBrowser } from "../capture/network/guard-browser.ts";
import type { OutboundGuard } from "../capture/request.ts";
import { withDeadline } from "../lib/deadline.ts";

/** The binding takes any host; only the path counts. */
const ENDPOINT = "https://browser.run/v1/devtools/browser";

/** Idle browser time is billed: what is left behind by a lost object ends itself after this long. */
const KEEP_ALIVE_MS = 120_000;

const ACQUIRE_DEADLINE_MS = 30_000;
const CONNECT_DEADLINE_MS = 10_000;
const DELETE_DEADLINE_MS = 5_000;
const LIST_DEADLINE_MS = 5_000;

/** A protocol call that takes longer has hung: a message over 32 MiB is swallowed without an error. */
const CALL_DEADLINE_MS = 95_000;

/**
 * What the library tells every new page, frame and worker, to no use here: answered without the browser, since each
 * message is relayed there and back.
 */
const NEEDLESS = /^\{"method":"(?:Log\.enable|Performance\.enable|Network\.setCacheDisabled)"/;

/** Browser Run would not start a browser now. `retryAfterSeconds`: when it said that a retry makes sense. */
export class BrowserUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.name = "BrowserUnavailable";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Starts a browser. Resolves to its session id; throws BrowserUnavailable when Browser Run refuses. */
export function acquireBrowser(endpoint: Fetcher): Promise<string> {
  return withDeadline(ACQUIRE_DEADLINE_MS, "acquire", acquire(endpoint));
}

async function acquire(endpoint: Fetcher): Promise<string> {
  const response = await endpoint.fetch(`${ENDPOINT}?keep_alive=${KEEP_ALIVE_MS}`, {
    method: "POST",
  });
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("Retry-After"));
    throw new BrowserUnavailable(
      `Browser Run answered ${response.status}: ${await response.text()}`,
      retryAfter >= 1 ? Math.ceil(retryAfter) : 5,
    );
  }
  const { sessionId } = await response.json<{ sessionId: string }>();
  return sessionId;
}

/** A browser, and where captures say what becomes of their requests. */
type Connected = { browser: Browser; policies: RequestPolicies };

/** Connects to a running browser and guards it; throws when it is gone or does not answer in time. */
export async function connectBrowser(
  endpoint: Fetcher,
  browserId: string,
  guard: OutboundGuard,
): Promise<Connected> {
  return withDeadline(CONNECT_DEADLINE_MS, "connect", connect(endpoint, browserId, guard));
}

async function connect(
  endpoint: Fetcher,
  browserId: string,
  guard: OutboundGuard,
): Promise<Connected> {
  const response = await endpoint.fetch(`${ENDPOINT}/${browserId}`, {
    headers: { Upgrade: "websocket" },
  });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`Browser ${browserId} is gone: status ${response.status}`);
  socket.accept();
  const browser = await puppeteer.connect({
    transport: socketTransport(socket),
    protocolTimeout: CALL_DEADLINE_MS,
    defaultViewport: null,
  });
  const control = await browser.target().createCDPSession();
  const root = control.connection();
  if (root === undefined) throw new Error(`Browser ${browserId} closed while it was connected to.`);
  const policies = await guardBrowser(root, guard);
  return { browser, policies };
}

/**
 * Ends a browser, whatever state its connection is in: closing through a hung connection would hang, too.
 * A browser that has ended already is no error.
 */
export async function deleteBrowser(endpoint: Fetcher, browserId: string): Promise<void> {
  await withDeadline(
    DELETE_DEADLINE_MS,
    "delete",
    endpoint.fetch(`${ENDPOINT}/${browserId}`, { method: "DELETE" }),
  );
}

/** The ids of all browsers alive, those of other Workers among them. */
export function listBrowsers(endpoint: Fetcher): Promise<string[]> {
  return withDeadline(LIST_DEADLINE_MS, "list", list(endpoint));
}

async function list(endpoint: Fetcher): Promise<string[]> {
  const response = await endpoint.fetch("https://browser.run/v1/sessions");
  if (!response.ok) throw new Error(`Browser Run answered ${response.status}.`);
  const { sessions } = await response.json<{ sessions: { sessionId: string }[] }>();
  return sessions.map(({ sessionId }) => sessionId);
}

function socketTransport(socket: WebSocket): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message: string) => {
      if (NEEDLESS.test(message)) {
        const { id, sessionId } = JSON.parse(message) as { id: number; sessionId: string };
        queueMicrotask(() => transport.onmessage?.(JSON.stringify({ id, sessionId, result: {} })));
        return;
      }
      // Whoever waits for an answer has been told already that the connection is closed.
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    close: () => socket.close(),
  };
  socket.addEventListener("message", (event) => transport.onmessage?.(String(event.data)));
  socket.addEventListener("close", () => transport.onclose?.());
  socket.addEventListener("error", () => transport.onclose?.());
  return transport;
}
