// Runs the SOCKS proxy of the local browser, which makes every connection of its pages. The proxy resolves a name once,
// checks the address with the rules of src/lib/public-address.ts, and connects to exactly this address.
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Socks5Server } from "@pondwader/socks5-server";
import type { PrivateTarget } from "../../src/lib/private-targets.ts";
import { InternalPorts } from "./internal-ports.ts";
import { type EventRequest, sendEvent } from "./proxy-request.ts";
import { resolveTarget, type SubstituteHost } from "./proxy-target.ts";
import { FLAGS_FILE, type Run } from "./runs.ts";

/** Only programs on this machine can connect to the proxy. */
const HOST = "127.0.0.1";

/** The number of failures that the proxy stores, so that the service can report the cause. */
const MAX_FAILURES = 1_000;

/** Names of Chromium's network errors for errors of Node. */
const NET_ERRORS: Record<string, string> = {
  ENOTFOUND: "ERR_NAME_NOT_RESOLVED",
  EAI_AGAIN: "ERR_NAME_NOT_RESOLVED",
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
  EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
  ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
};

/** The proxies and the internal ports by the folder of their run. */
const proxies = new Map<string, Promise<string>>();
const internalPortsOfRuns = new Map<string, InternalPorts>();

/**
 * Starts the proxy of a run, unless it runs already, and adds its flags to those of the run's browsers. Returns the value of
 * the Worker's variable LOCAL_PROXY. The proxy runs in this process and ends with it.
 */
export function proxyOf(run: Run): Promise<string> {
  const running = proxies.get(run.folder);
  if (running !== undefined) return running;
  const starting = startProxy(internalPortsOf(run)).then(({ url, browserFlags }) => {
    appendFileSync(join(run.folder, FLAGS_FILE), `${browserFlags.join("\n")}\n`);
    return url;
  });
  proxies.set(run.folder, starting);
  return starting;
}

/** Prevents captures of the run from reaching the ports of the process and its descendants, except the port of the service. */
export function protectService(run: Run, service: { pid: number; port: number }): void {
  internalPortsOf(run).addService(service);
}

function internalPortsOf({ folder }: Run): InternalPorts {
  const known = internalPortsOfRuns.get(folder) ?? new InternalPorts();
  internalPortsOfRuns.set(folder, known);
  return known;
}

type Proxy = { url: string; browserFlags: string[] };

/**
 * Starts a proxy for public addresses and its control endpoint. The address of the endpoint contains a random token; its
 * requests are described in src/capture/network/local-proxy.ts.
 */
export async function startProxy(internalPorts = new InternalPorts()): Promise<Proxy> {
  const token = randomUUID();
  const failures = new Map<string, Failure>();
  const substitutes: SubstituteHost[] = [];
  const servers = new Map<string, Promise<string>>();

  const serverFor = (allowed: PrivateTarget[]): Promise<string> => {
    const key = JSON.stringify(allowed);
    const known = servers.get(key);
    if (known !== undefined) return known;
    const server = createSocksServer({ allowed, substitutes, internalPorts, failures });
    const started = listen(server, internalPorts).then((port) => `socks5://${HOST}:${port}`);
    servers.set(key, started);
    return started;
  };

  const answer = async (request: IncomingMessage): Promise<object | undefined> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://control");
    switch (`${request.method} ${pathname}`) {
      case `POST /${token}/servers`:
        // src/capture/network/local-proxy.ts sends the parsed variable PRIVATE_TARGETS.
        return { address: await serverFor((await json(request)) as PrivateTarget[]) };
      case `GET /${token}/failures`:
        return failures.get(searchParams.get("host") ?? "");
      case `POST /${token}/events`:
        // src/domain/webhooks/post-event.ts sends these.
        return sendEvent((await json(request)) as EventRequest, substitutes, internalPorts);
      case `POST /${token}/substitutes`:
        // The tests send substitute hosts.
        substitutes.push(...((await json(request)) as SubstituteHost[]));
        return {};
      default:
        return undefined;
    }
  };
  const control = createHttpServer((request, response) => {
    answer(request)
      .then((body) => response.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body)))
      .catch(() => response.writeHead(400).end());
  });

  const [port, address] = await Promise.all([listen(control, internalPorts), serverFor([])]);
  return { url: `http://${HOST}:${port}/${token}`, browserFlags: browserFlags(address) };
}

function browserFlags(proxyAddress: string): string[] {
  return [
    `--proxy-server=${proxyAddress}`,
    // By default, Chromium connects to loopback addresses directly.
    "--proxy-bypass-list=<-loopback>",
    // WebRTC would send UDP packets directly.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}

/** The reason why a host could not be reached: a rule (`refused`) or a network error. */
type Failure = { refused: string } | { error: string };

type SocksSettings = {
  allowed: PrivateTarget[];
  substitutes: readonly SubstituteHost[];
  internalPorts: InternalPorts;
  failures: Map<string, Failure>;
};

function createSocksServer({
  allowed,
  substitutes,
  internalPorts,
  failures,
}: SocksSettings): Server {
  const socks = new Socks5Server();
  socks.setConnectionHandler(({ socket: browser, destAddress, destPort }, sendStatus) => {
    const fail = (failure: Failure) => {
      const [oldest] = failures.keys();
      if (failures.size >= MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
      failures.set(`${destAddress}:${destPort}`, failure);
      if (!browser.destroyed)
        sendStatus("refused" in failure ? "CONNECTION_NOT_ALLOWED" : "HOST_UNREACHABLE");
    };
    browser.on("error", () => browser.destroy());
    resolveTarget(destAddress, destPort, allowed, substitutes, internalPorts)
      .then((resolution) => {
        if ("refused" in resolution) return fail(resolution);
        if (browser.destroyed) return undefined;
        const target = connect({ ...resolution.connection, noDelay: true });
        let isConnected = false;
        target.once("connect", () => {
          isConnected = true;
          sendStatus("REQUEST_GRANTED");
          browser.pipe(target).pipe(browser);
        });
        target.on("error", (error) => {
          if (isConnected) browser.destroy();
          else fail({ error: netErrorOf(error) });
        });
        browser.on("close", () => target.destroy());
        return undefined;
      })
      .catch((error: unknown) => fail({ error: netErrorOf(error) }));
  });
  return createServer({ noDelay: true }, (socket) => {
    socks._handleConnection(socket);
  });
}

function netErrorOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException; // errors of node:net and node:dns
  return NET_ERRORS[code] ?? "ERR_CONNECTION_FAILED";
}

/** Listens on a free port, protects it and returns it. The server does not keep the process running. */
async function listen(server: Server, internalPorts: InternalPorts): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, HOST, resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  internalPorts.addPort(port);
  return port;
}
