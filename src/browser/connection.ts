// Connects to a browser. The library's connect() cannot limit the time of a protocol call.
import puppeteer, { type Browser, type ConnectionTransport } from "@cloudflare/puppeteer";
import { installStartScripts } from "../capture/document-start.ts";
import { withDeadline } from "../lib/deadline.ts";
import { openSocket } from "./browser-run.ts";
import { MessageMemory } from "./message-memory.ts";
import { isNeededAfterFlood, MessageMeter, type MessageOrigin } from "./message-meter.ts";
import { MessageQueue } from "./message-queue.ts";
import { SetupCommands } from "./setup-commands.ts";

const CONNECT_DEADLINE_MS = 10_000;

/** A protocol call that takes longer has hung: Browser Run drops messages over 32 MiB without an error. */
const CALL_DEADLINE_MS = 95_000;

/**
 * Parameters of Network.enable: the events contain no bodies of requests, and the browser keeps no bodies of responses,
 * which captures do not read.
 */
const NETWORK_PARAMETERS = { maxPostDataSize: 1, maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** All browsers whose sessions share an isolate share its memory. */
const messageMemory = new MessageMemory();

/** A browser and the meter of the messages that it sends. */
type Connected = { browser: Browser; meter: MessageMeter };

/** Connects to a running browser. Throws when the browser is closed or does not respond. */
export async function connectBrowser(endpoint: Fetcher, browserId: string): Promise<Connected> {
  return withDeadline(CONNECT_DEADLINE_MS, "connect", connect(endpoint, browserId));
}

async function connect(endpoint: Fetcher, browserId: string): Promise<Connected> {
  const socket = await openSocket(endpoint, browserId);
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
  installStartScripts(root, (sessionId) => meter.targetOf(sessionId)?.type);
  return { browser, meter };
}

function socketTransport(socket: WebSocket): {
  transport: ConnectionTransport;
  meter: MessageMeter;
} {
  const queue = new MessageQueue<MessageOrigin>((message) => transport.onmessage?.(message));
  const meter = new MessageMeter((origin) => queue.retain(origin, isNeededAfterFlood));
  const setup = new SetupCommands((sessionId) => meter.targetOf(sessionId));
  const transport: ConnectionTransport = {
    send: (message: string) => {
      const answer = setup.answer(message);
      if (answer !== undefined) {
        queueMicrotask(() => transport.onmessage?.(answer));
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
    messageMemory.add(message.length);
  });
  socket.addEventListener("close", () => transport.onclose?.());
  socket.addEventListener("error", () => transport.onclose?.());
  return { transport, meter };
}

/** The library only needs the events of the browser's own target. Auto-attach reports pages, frames and workers. */
const DISCOVERY_FILTER = [{ type: "browser" }];

function withParameters(message: string): string {
  if (message.startsWith('{"method":"Network.enable"'))
    return JSON.stringify({ ...parse(message), params: NETWORK_PARAMETERS });
  if (message.startsWith('{"method":"Target.setDiscoverTargets"'))
    return JSON.stringify({
      ...parse(message),
      params: { discover: true, filter: DISCOVERY_FILTER },
    });
  return message;
}

function parse(message: string): object {
  return JSON.parse(message) as object;
}
