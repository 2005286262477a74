// The resident memory of the Workers runtime, from Linux's /proc.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Megabytes are 2^20 bytes. `undefined` where the system keeps no /proc. */
export type Memory = { idleMb: number; peakMb: number };

type Runtime = { pid: string; idleKb: number };

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
