// Checks whether a port is free, and which process uses it.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

const LISTENING = "0A";

/** Throws an Error that names the process on the port and the remedy. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (await canListen(host, port)) return;
  const owner = findOwner(port);
  throw new Error(
    `Port ${port} is in use${owner === undefined ? "" : ` by process ${owner.pid} (${owner.command})`}. ` +
      `Stop that program, or choose another port: PORT=${port + 1} npm start`,
  );
}

export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo; // a TCP server has an AddressInfo
      probe.close(() => resolve(port));
    });
  });
}

async function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else
        reject(
          new Error(
            `Port ${port} of ${host} cannot be used: ${error.message}. Set another PORT or HOST.`,
          ),
        );
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Returns the process whose socket /proc/net lists for the port. Works on Linux only. */
function findOwner(port: number): { pid: string; command: string } | undefined {
  try {
    const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    const sockets = ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((table) => readFileSync(table, "utf8").split("\n"))
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(local) && fields[3] === LISTENING)
      .map((fields) => `socket:[${fields[9]}]`);
    const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holdsAny(name, sockets));
    if (pid === undefined) return undefined;
    return {
      pid,
      command: readFileSync(`/proc/${pid}/cmdline`, "utf8")
        .split("\0")
        .join(" ")
        .trim()
        .slice(0, 80),
    };
  } catch {
    // Without /proc the message names no process.
    return undefined;
  }
}

function holdsAny(pid: string, sockets: string[]): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) =>
      sockets.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)),
    );
  } catch {
    // The process belongs to another user or has exited.
    return false;
  }
}
