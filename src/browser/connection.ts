// Starts, connects to, lists and closes browsers through the HTTP endpoints of Browser Run, with deadlines.
// The library's acquire() hides the status and Retry-After, and its connect() cannot limit the time of a protocol call.
import puppeteer, { type Browser, type ConnectionTransport } from "@cloudflare/puppeteer";
import { installStartScripts } from "../capture/document-start.ts";
import { withDeadline } from "../lib/deadline.ts";
import { isNeededAfterFlood, MessageMeter, type MessageOrigin } from "./message-meter.ts";
import { MessageQueue } from "./message-queue.ts";

/** The binding accepts any host and uses only the path. */
const ENDPOINT = "https://browser.run/v1/devtools/browser";

/** Idle browser time is billed. The browser of a lost session closes after this time. */
const KEEP_ALIVE_MS = 120_000;

const ACQUIRE_DEADLINE_MS = 30_000;
const CONNECT_DEADLINE_MS = 10_000;
const DELETE_DEADLINE_MS = 5_000;
const LIST_DEADLINE_MS = 5_000;

/** A protocol call that takes longer has hung: Browser Run drops messages over 32 MiB without an error. */
const CALL_DEADLINE_MS = 95_000;

/**
 * Commands that the library sends to every new page, frame and worker, but that captures do not need. The transport
 * answers them itself to save the round trip.
 */
const UNNEEDED_COMMANDS =
  /^\{"method":"(?:Log\.enable|Performance\.enable|Network\.setCacheDisabled)"/;

/**
 * Parameters of Network.enable: the events contain no bodies of requests, and the browser keeps no bodies of responses,
 * which captures do not read.
 */
const NETWORK_PARAMETERS = { maxPostDataSize: 1, maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

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
    const retryAfter = Number(response.headers.get("Retry-After"));
    throw new BrowserUnavailable(
      `Browser Run returned status ${response.status}: ${await response.text()}`,
      retryAfter >= 1 ? Math.ceil(retryAfter) : 5,
    );
  }
  const { sessionId } = await response.json<{ sessionId: string }>();
  return sessionId;
}

/** A browser and the meter of the messages that it sends. */
type Connected = { browser: Browser; meter: MessageMeter };

/** Connects to a running browser. Throws when the browser is closed or does not respond. */
export async function connectBrowser(endpoint: Fetcher, browserId: string): Promise<Connected> {
  return withDeadline(CONNECT_DEADLINE_MS, "connect", connect(endpoint, browserId));
}

async function connect(endpoint: Fetcher, browserId: string): Promise<Connected> {
  const response = await endpoint.fetch(`${ENDPOINT}/${browserId}`, {
    headers: { Upgrade: "websocket" },
  });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`Browser ${browserId} is closed: status ${response.status}`);
  socket.accept();
  const { transport, meter } = socketTransport(socket);
  const browser = await puppeteer.connect({
    transport,
    protocolTimeout: CALL_DEADLINE_MS,
    defaultViewport: null,
  });
  const control = await browser.target().createCDPSession();
  const root = control.connection();
  if (root === undefined) throw new Error(`Browser ${browserId} closed during the connection.`);
  installStartScripts(root);
  return { browser, meter };
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

function socketTransport(socket: WebSocket): {
  transport: ConnectionTransport;
  meter: MessageMeter;
} {
  const queue = new MessageQueue<MessageOrigin>((message) => transport.onmessage?.(message));
  const meter = new MessageMeter((origin) => queue.retain(origin, isNeededAfterFlood));
  const transport: ConnectionTransport = {
    send: (message: string) => {
      if (isUnneeded(message, meter)) {
        const { id, sessionId } = JSON.parse(message) as Command;
        queueMicrotask(() => transport.onmessage?.(JSON.stringify({ id, sessionId, result: {} })));
        return;
      }
      // When the connection is closed, the library has already rejected all pending calls.
      if (socket.readyState === WebSocket.OPEN) socket.send(withParameters(message));
    },
    close: () => socket.close(),
  };
  socket.addEventListener("message", (event) => {
    const message = String(event.data);
    const origin = meter.admit(message);
    if (origin !== undefined) queue.push(origin, message);
  });
  socket.addEventListener("close", () => transport.onclose?.());
  socket.addEventListener("error", () => transport.onclose?.());
  return { transport, meter };
}

type Command = { id: number; sessionId: string };

function isUnneeded(message: string, meter: MessageMeter): boolean {
  if (UNNEEDED_COMMANDS.test(message)) return true;
  // Captures do not evaluate in workers. Without this domain, a worker reports no console messages and no errors.
  if (!message.startsWith('{"method":"Runtime.enable"')) return false;
  return meter.isWorker((JSON.parse(message) as Command).sessionId);
}

function withParameters(message: string): string {
  if (!message.startsWith('{"method":"Network.enable"')) return message;
  return JSON.stringify({ ...(JSON.parse(message) as Command), params: NETWORK_PARAMETERS });
}
