// Receives webhook events: one server that stores the requests of each path. The query selects the response.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Receivers = {
  /** http://localhost and a port. PRIVATE_TARGETS allows it in test projects with `siteAllowed`. */
  origin: string;
  /** Reaches the server at an address that PRIVATE_TARGETS never allows. */
  privateOrigin: string;
};

/** One request to a path. `GET /__received?at=<path>` returns all of them, oldest first. */
export type Received = { headers: IncomingHttpHeaders; body: string };

/**
 * Responds 204 unless the query selects another behaviour: `status=500` sets the status, `times=2` limits that to the
 * first two requests, `location=<url>` adds a Location header, `delay=<ms>` delays the response, `hang` never responds,
 * `reset` closes the connection, `endless` sends an infinite body.
 */
export async function startReceivers(): Promise<{
  receivers: Receivers;
  stop: () => Promise<void>;
}> {
  const inboxes = new Map<string, Received[]>();
  const server = createServer((request, response) => {
    receive(request, response, inboxes).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    receivers: { origin: `http://localhost:${port}`, privateOrigin: `http://127.0.0.1:${port}` },
    stop: () => stop(server),
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  inboxes: Map<string, Received[]>,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname === "/__received") {
    response.end(JSON.stringify(inboxes.get(url.searchParams.get("at") ?? "") ?? []));
    return;
  }
  const inbox = inboxes.get(url.pathname) ?? [];
  inboxes.set(url.pathname, inbox);
  inbox.push({ headers: request.headers, body: await bodyOf(request) });

  const query = url.searchParams;
  await sleep(Number(query.get("delay") ?? 0));
  if (query.has("hang")) return;
  if (query.has("reset")) {
    request.socket.destroy();
    return;
  }
  const misbehaves = inbox.length <= Number(query.get("times") ?? Infinity);
  const location = query.get("location");
  response.writeHead(misbehaves ? Number(query.get("status") ?? 204) : 204, {
    ...(location === null ? {} : { Location: location }),
  });
  if (!query.has("endless")) {
    response.end();
    return;
  }
  while (!response.destroyed) {
    response.write("x".repeat(65_536));
    await sleep(10);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
