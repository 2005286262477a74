// Finds the ports that the programs of a local service open for themselves: inspector, browser control, runtime. A captured
// page that reaches them could read other captures or control the Worker.
import { readFileSync, readlinkSync, readdirSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { isPublicAddress } from "../../src/lib/public-address.ts";
import { parentOf, processIds } from "./processes.ts";

/** A process whose descendants serve, and the port that clients use. */
type ServiceProcess = { pid: number; port: number };

/** A program opens its ports when it starts, so a list may be this old. */
const REMEMBER_MS = 500;

const LISTENING = "0A";

/** The internal ports of the services of one run. */
export class InternalPorts {
  readonly #services = new Set<ServiceProcess>();
  readonly #ownPorts = new Set<number>();
  #listed: { at: number; ports: Set<number> } | undefined;

  /** Protects all ports of the process and its descendants except `port`. Works on Linux only. */
  addService(service: ServiceProcess): void {
    this.#services.add(service);
  }

  /** Protects a port of this process. */
  addPort(port: number): void {
    this.#ownPorts.add(port);
  }

  /** Returns whether the address and port lead to an internal port of this machine. */
  includes(address: string, port: number): boolean {
    if (isPublicAddress(address) || !isOfThisMachine(address)) return false;
    if (this.#ownPorts.has(port)) return true;
    if ([...this.#services].some((service) => service.port === port)) return false;
    return this.#portsOfServices().has(port);
  }

  #portsOfServices(): Set<number> {
    const now = Date.now();
    if (this.#listed === undefined || now - this.#listed.at > REMEMBER_MS)
      this.#listed = { at: now, ports: listPorts([...this.#services].map(({ pid }) => pid)) };
    return this.#listed.ports;
  }
}

function isOfThisMachine(address: string): boolean {
  if (address.startsWith("127.") || /^(?:0\.0\.0\.0|::1?|::ffff:.*)$/.test(address)) return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some((own) => own.address === address),
  );
}

/** Returns the TCP ports on which the processes and their descendants listen. */
function listPorts(roots: number[]): Set<number> {
  const ports = new Set<number>();
  const portOfSocket = listeningSockets();
  for (const pid of withDescendants(roots))
    for (const link of openFiles(pid)) {
      const port = portOfSocket.get(link);
      if (port !== undefined) ports.add(port);
    }
  return ports;
}

function withDescendants(roots: number[]): Set<number> {
  const found = new Set(roots);
  const parents = processIds().map((pid) => [pid, parentOf(pid) ?? 0] as const);
  // A child can have a lower id than its parent, so one pass is not enough.
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/** Maps each listening socket, as /proc/…/fd names it, to its port. */
function listeningSockets(): Map<string, number> {
  const sockets = new Map<string, number>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"])
    for (const line of readTable(table)) {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === LISTENING)
        sockets.set(`socket:[${inode}]`, Number.parseInt(local.slice(-4), 16));
    }
  return sockets;
}

function readTable(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    // This system has no /proc, or no IPv6.
    return [];
  }
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    // The process has exited or belongs to another user.
    return [];
  }
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    // The file has just been closed.
    return [];
  }
}
