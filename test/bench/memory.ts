// The memory of the Worker: of its isolate from the inspector, of the whole runtime from Linux's /proc.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Megabytes are 2^20 bytes. `undefined` where the system keeps no /proc. */
export type Memory = { idleMb: number; peakMb: number };

const ASK_EVERY_MS = 5;
const MEGABYTE = 2 ** 20;

type Runtime = { pid: string; idleKb: number };

/**
 * The most that the Worker's isolate held while `act` ran, in megabytes of 2^20 bytes: live and not yet collected
 * objects and the contents of array buffers, which is what Workers' 128 MB count. Asked every few milliseconds through
 * the inspector, which answers between two pieces of JavaScript. The Durable Objects are in the same isolate here.
 */
export async function isolatePeakMb(
  inspectorPort: number,
  act: () => Promise<void>,
): Promise<number> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]; // the inspector's own shape
  if (target === undefined) throw new Error("The Worker's inspector shows no target.");
  // wrangler's inspector answers local pages alone.
  const headers = { Origin: "http://localhost" };
  const socket = new WebSocket(target.webSocketDebuggerUrl, { headers });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("The inspector refuses.")));
  });

  let peakBytes = 0;
  let id = 0;
  const ask = () => socket.send(JSON.stringify({ id: ++id, method: "Runtime.getHeapUsage" }));
  socket.addEventListener("message", ({ data }) => {
    const { result } = JSON.parse(String(data)) as { result?: Record<string, number> };
    const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = result ?? {};
    peakBytes = Math.max(peakBytes, usedSize + embedderHeapUsedSize + backingStorageSize);
    setTimeout(ask, ASK_EVERY_MS);
  });
  ask();
  await act();
  socket.close();
  return peakBytes / MEGABYTE;
}

/**
 * What the runtime that grew most held before `act` (VmRSS), and at most while it ran (VmHWM, reset before). Looks at
 * every workerd among the descendants of `pid`: wrangler runs the Worker in one, and proxies in others.
 */
export async function memoryOf(pid: number, act: () => Promise<void>): Promise<Memory | undefined> {
  if (!existsSync("/proc/self/clear_refs")) {
    await act();
    return undefined;
  }
  const runtimes = descendantsOf(String(pid)).filter(isRuntime).map(startWatching);
  await act();
  const grown = runtimes
    .map(({ pid, idleKb }) => ({ idleKb, peakKb: readKb(pid, "VmHWM") }))
    .sort((a, b) => b.peakKb - b.idleKb - (a.peakKb - a.idleKb));
  const [most] = grown;
  if (most === undefined) throw new Error("There is no workerd among the service's processes.");
  return { idleMb: most.idleKb / 1024, peakMb: most.peakKb / 1024 };
}

function startWatching(pid: string): Runtime {
  // "5" sets VmHWM to what is resident now (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return { pid, idleKb: readKb(pid, "VmRSS") };
}

function readKb(pid: string, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
}

function isRuntime(pid: string): boolean {
  return read(`/proc/${pid}/comm`).trim() === "workerd";
}

function descendantsOf(ancestor: string): string[] {
  const children = new Map<string, string[]>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = read(`/proc/${pid}/stat`);
    // The name, in parentheses, may hold spaces; the parent is the second field after it.
    const parent = fields.slice(fields.lastIndexOf(")") + 2).split(" ")[1] ?? "";
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [...(children.get(ancestor) ?? [])];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A process that has just ended.
    return "";
  }
}
