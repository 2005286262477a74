// Which processes belong to which run of this checkout, so that nothing survives the run that started it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runsFolder } from "../lib/paths.ts";

/** Every process of a run inherits this variable: the run's folder. */
const MARK = "EDGESHOT_RUN";

/** In the run's folder: flags of its browsers, one a line. The wrapper of browser.ts reads it, this variable names it. */
export const FLAGS_FILE = "browser-flags";
const FLAGS_MARK = "EDGESHOT_BROWSER_FLAGS";

/** One service or test run: `environment` is for its processes, whose temporary files lie in its folder. */
export type Run = { folder: string; environment: Record<string, string> };

/** A service that is running, as its run wrote it down. */
export type RunningService = { pid: number; port: number; url: string };

/** Begins a run that lives as long as this process. */
export function openRun(): Run {
  const folder = join(runsFolder, `${process.pid}-${startTime(process.pid)}`);
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  return {
    folder,
    environment: { [MARK]: folder, [FLAGS_MARK]: join(folder, FLAGS_FILE), TMPDIR: temporary },
  };
}

/** Ends what is left of a run: by SIGKILL, since its processes had their chance to end by themselves. */
export async function closeRun(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const members = processesOf(folder);
    if (members.length === 0) break;
    for (const pid of members) kill(pid);
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Ends the processes of runs whose own first process is gone, such as the browsers of a service that was killed. */
export async function closeAbandonedRuns(): Promise<void> {
  await Promise.all(
    runFolders()
      .filter((run) => !isAlive(run))
      .map((run) => closeRun(run.folder)),
  );
}

export function announceService(run: Run, service: RunningService): void {
  writeFileSync(join(run.folder, "service.json"), JSON.stringify(service));
}

/** The services of this checkout that have been announced and whose first process lives. */
export function findServices(): RunningService[] {
  return runFolders()
    .filter((run) => isAlive(run) && existsSync(join(run.folder, "service.json")))
    .map(
      (run) => JSON.parse(readFileSync(join(run.folder, "service.json"), "utf8")) as RunningService,
    );
}

type Known = { folder: string; pid: number; started: string };

function runFolders(): Known[] {
  if (!existsSync(runsFolder)) return [];
  return readdirSync(runsFolder).flatMap((name) => {
    const [, pid, started] = /^(\d+)-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || started === undefined) return [];
    return [{ folder: join(runsFolder, name), pid: Number(pid), started }];
  });
}

function isAlive({ pid, started }: Known): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    // Nobody has that number any more.
    return false;
  }
  return startTime(pid) === started;
}

/** Tells a process from a later one with the same number; "0" where the system keeps no /proc. */
function startTime(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold spaces; the start is field 22, the twentieth after it.
    return fields.slice(fields.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    // Gone meanwhile, or no Linux.
    return "0";
  }
}

/**
 * Linux only: elsewhere a killed service leaves its browsers to the user. A browser overwrites its environment, so it
 * is known by its profile, which lies in the run's folder.
 */
function processesOf(folder: string): number[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        readProcess(pid, "environ").split("\0").includes(`${MARK}=${folder}`) ||
        readProcess(pid, "cmdline").includes(`${folder}/`),
    )
    .map(Number);
}

function readProcess(pid: string, file: "environ" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Another user's process, or one that has just ended.
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
