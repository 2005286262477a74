// Decides when a command of this checkout must stop: on a signal, or when the npm process that started it dies.
import { parentOf, readProcess, startTime } from "./processes.ts";

const CHECK_EVERY_MS = 200;
/** npm, its shell, and bootstrap.mjs under another Node. */
const MAX_ANCESTORS = 4;

/** Resolves when this process receives SIGINT, SIGTERM or SIGHUP, or loses the npm process or bootstrap that started it. */
export async function stopRequested(): Promise<"stopped"> {
  return new Promise((resolve) => {
    // Later signals change nothing: npm and the terminal may both forward one.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve("stopped"));
    const launchers = findLaunchers().map((pid) => ({ pid, started: startTime(pid) }));
    if (launchers.length === 0) return;
    const timer = setInterval(() => {
      if (launchers.every(({ pid, started }) => startTime(pid) === started)) return;
      clearInterval(timer);
      resolve("stopped");
    }, CHECK_EVERY_MS);
    timer.unref();
  });
}

/** Returns the ancestors of this process up to npm; without npm, bootstrap.mjs if it is the parent. Empty without /proc. */
function findLaunchers(): number[] {
  const ancestors: number[] = [];
  let pid = parentOf(process.pid);
  while (pid !== undefined && pid > 1 && ancestors.length < MAX_ANCESTORS) {
    ancestors.push(pid);
    if (/^npm |\bnpm(-cli\.js)?\0/.test(readProcess(pid, "cmdline"))) return ancestors;
    pid = parentOf(pid);
  }
  return ancestors
    .slice(0, 1)
    .filter((parent) => readProcess(parent, "cmdline").includes("bootstrap.mjs"));
}
