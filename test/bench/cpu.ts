// Measures the CPU time of the runtime and of browsers.
import { descendantsOf, isBrowser, isRuntime, read } from "./processes.ts";

/** Linux counts CPU time in ticks of 10 ms. */
const MS_PER_TICK = 10;

/** Returns the CPU time that the workerd processes among the descendants of `pid` have used, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const ticks = descendantsOf(String(pid))
    .filter(isRuntime)
    .map((runtime) => ticksOf(runtime).own);
  return ticks.reduce((sum, count) => sum + count, 0) * MS_PER_TICK;
}

/**
 * Returns the CPU time of the browser `pid`, or of the browsers among its descendants, in milliseconds. Includes processes
 * that have ended, such as those of closed pages.
 */
export function browserCpuMsOf(pid: number): number {
  const ticks = [String(pid), ...descendantsOf(String(pid))].filter(isBrowser).map((process) => {
    const { own, ended } = ticksOf(process);
    return own + ended;
  });
  return ticks.reduce((sum, count) => sum + count, 0) * MS_PER_TICK;
}

/** Returns the CPU time of a process and of its children that have ended. */
function ticksOf(pid: string): { own: number; ended: number } {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: user + system, ended: endedUser + endedSystem };
}
