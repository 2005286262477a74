// Measures the memory of the Worker: of its isolate with the inspector, of the whole runtime with Linux's /proc.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { descendantsOf, isRuntime, read } from "./processes.ts";

/** One megabyte is 2^20 bytes. */
export type Memory = { idleMb: number; peakMb: number };

/** The inspector of wrangler opens a connection for each message. With many of them, requests to the Worker stall. */
const SAMPLE_EVERY_MS = 20;
const MEGABYTE = 2 ** 20;

type Runtime = { pid: string; idleKb: number };

/**
 * Returns the peak memory of the Worker's isolate while `act` runs, in megabytes of 2^20 bytes. It includes live and
 * uncollected objects and array buffers, like the 128 MB limit of Workers. Samples through the inspector every few
 * milliseconds. The Durable Objects run in the same isolate.
 */
export async function isolatePeakMb(
  inspectorPort: number,
  act: () => Promise<void>,
): Promise<number> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]; // the inspector's format
  if (target === undefined) throw new Error("The Worker's inspector lists no target.");
  // wrangler's inspector accepts only local origins.
  const headers = { Origin: "http://localhost" };
  const socket = new WebSocket(target.webSocketDebuggerUrl, { headers });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () =>
      reject(new Error("The inspector refused the connection.")),
    );
  });

  let peakBytes = 0;
  let id = 0;
  const sample = () => socket.send(JSON.stringify({ id: ++id, method: "Runtime.getHeapUsage" }));
  socket.addEventListener("message", ({ data }) => {
    const { result } = JSON.parse(String(data)) as { result?: Record<string, number> };
    const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = result ?? {};
    peakBytes = Math.max(peakBytes, usedSize + embedderHeapUsedSize + backingStorageSize);
    setTimeout(sample, SAMPLE_EVERY_MS);
  });
  sample();
  await act();
  socket.close();
  return peakBytes / MEGABYTE;
}

/**
 * Returns the memory of the workerd process that grew most: its size before `act` (VmRSS) and its peak during `act` (VmHWM,
 * which is reset first). Considers every workerd among the descendants of `pid`, because wrangler also runs proxies in
 * workerd. Returns undefined without /proc.
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
  if (most === undefined) throw new Error("The service has no workerd process.");
  return { idleMb: most.idleKb / 1024, peakMb: most.peakKb / 1024 };
}

/** Returns the resident memory of the largest workerd process among the descendants of `pid`; 0 without /proc. */
export function runtimeMb(pid: number): number {
  if (!existsSync("/proc/self/status")) return 0;
  const sizesKb = descendantsOf(String(pid)).filter(isRuntime).map(residentKb);
  return Math.max(0, ...sizesKb) / 1024;
}

function residentKb(pid: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function startWatching(pid: string): Runtime {
  // "5" sets VmHWM to the current resident size (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return { pid, idleKb: readKb(pid, "VmRSS") };
}

function readKb(pid: string, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
}
