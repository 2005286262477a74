// Serves the web pages of the capture tests: the files and routes of test/capture/site. Counts requests.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { routes } from "../capture/site/routes.ts";
import { startNamedServer, type Substitute } from "./named-server.ts";
import { acceptSocket } from "./web-socket.ts";

export type Site = {
  /** http://localhost and a port. PRIVATE_TARGETS allows it in test projects with `siteAllowed`. */
  origin: string;
  /** Serves the same files from another allowed origin. */
  otherOrigin: string;
  /** Reaches the server at an address that PRIVATE_TARGETS never allows: no request may arrive there. */
  privateOrigin: string;
  /** Reaches the server under a public name. */
  publicOrigin: string;
  /** Reaches the server under a public name that resolves to a private address. */
  rebindingOrigin: string;
  /** Names of the files of site/blocking/benign, without ".html". */
  benignPages: string[];
};

/**
 * Counts the requests of one path with its query. `GET /__hits?of=<path>` returns it as JSON, `DELETE /__hits?of=<path>`
 * resets it. `headers` are those of the latest request. `GET /__requests?of=<host>` returns the URLs that a page of
 * named-server.ts requested.
 */
export type Hits = { requests: number; upgrades: number; headers: IncomingHttpHeaders };

const PUBLIC_NAME = "public.example";
const REBINDING_NAME = "rebinding.example";

const siteFolder = join(import.meta.dirname, "../capture/site");
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Starts the servers. Every file and route accepts `delay=<ms>` in its query, which delays the response. Start the
 * browser with `browserFlags` (see named-server.ts).
 */
export async function startFixtureServer(): Promise<{
  site: Site;
  browserFlags: string[];
  /** Hosts that the proxy of the browser must replace. */
  substitutes: Substitute[];
  stop: () => Promise<void>;
}> {
  const hits = new Map<string, Hits>();
  const named = await startNamedServer();
  const servers = await Promise.all([
    listen(hits, named.requestsOf),
    listen(hits, named.requestsOf),
  ]);
  const [first, second] = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    site: {
      origin: `http://localhost:${first}`,
      otherOrigin: `http://localhost:${second}`,
      privateOrigin: `http://127.0.0.1:${first}`,
      publicOrigin: `http://${PUBLIC_NAME}`,
      rebindingOrigin: `http://${REBINDING_NAME}:${first}`,
      benignPages: readdirSync(join(siteFolder, "blocking/benign")).map((file) =>
        basename(file, ".html"),
      ),
    },
    browserFlags: named.browserFlags,
    substitutes: [
      ...named.substitutes,
      { name: PUBLIC_NAME, address: "127.0.0.1", ...(first === undefined ? {} : { port: first }) },
      { name: REBINDING_NAME, address: "127.0.0.1" },
    ],
    stop: async () => {
      await Promise.all([named.stop(), ...servers.map(stop)]);
    },
  };
}

async function listen(
  hits: Map<string, Hits>,
  requestsOf: (pageHost: string) => string[],
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, hits, requestsOf).catch((error: unknown) => {
      // A failing fixture must be visible in the screenshot.
      response.writeHead(500).end(String(error));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    hitsOf(request, hits).upgrades++;
    acceptSocket(request, socket);
  });
  // Listen on all interfaces of IPv4 and IPv6, because localhost can be either.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Close connections of routes that never finish.
  server.closeAllConnections();
  await closed;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  hits: Map<string, Hits>,
  requestsOf: (pageHost: string) => string[],
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname === "/__requests") {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(requestsOf(url.searchParams.get("of") ?? "")));
    return;
  }
  if (url.pathname === "/__hits") {
    answerHits(request, response, url.searchParams.get("of") ?? "", hits);
    return;
  }
  hitsOf(request, hits).requests++;
  const delayMs = Number(url.searchParams.get("delay") ?? 0);
  if (delayMs > 0) await sleep(delayMs);

  const route = routes[url.pathname];
  if (route) await route(request, response, url.searchParams);
  else await sendFile(response, url.pathname === "/" ? "/index.html" : url.pathname);
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  try {
    const content = await readFile(join(siteFolder, path));
    response.writeHead(200, {
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      // Scripts of a page may request the other origin.
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-store",
    });
    response.end(content);
  } catch {
    // The folder has no such file, for example favicon.ico.
    response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found");
  }
}

function answerHits(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  hits: Map<string, Hits>,
): void {
  if (request.method === "DELETE") hits.delete(address);
  const none: Hits = { requests: 0, upgrades: 0, headers: {} };
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Access-Control-Allow-Origin": "*",
  });
  response.end(JSON.stringify(hits.get(address) ?? none));
}

function hitsOf(request: IncomingMessage, hits: Map<string, Hits>): Hits {
  const address = request.url ?? "/";
  const known = hits.get(address) ?? { requests: 0, upgrades: 0, headers: {} };
  hits.set(address, known);
  known.headers = request.headers;
  return known;
}
