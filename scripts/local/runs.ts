// Tracks the processes of each run of this checkout, so that no process outlives the run that started it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runsFolder } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { processIds, readProcess, startTime } from "./processes.ts";

/** Contains the path of the run's folder. Every process of a run inherits this variable. */
const RUN_VARIABLE = "EDGESHOT_RUN";

/** Holds extra browser flags of a run, one per line, in its folder. The script of browser-wrapper.ts reads this file. */
export const FLAGS_FILE = "browser-flags";
const FLAGS_VARIABLE = "EDGESHOT_BROWSER_FLAGS";

/** One service or test run. Pass `environment` to every process of the run; it places temporary files in the folder. */
export type Run = { folder: string; environment: Record<string, string> };

/** A service of this checkout, as its run recorded it. */
export type ServiceRecord = { pid: number; port: number; url: string };

/** "claiming" until claimCheckout() returns. A stopping service still uses the database and the port. */
type ServiceState = "claiming" | "starting" | "running" | "stopping";

const CLAIM_WITHIN_MS = 20_000;

/**
 * Starts a run that lasts as long as this process. A run inside another run of this checkout is stored in the outer
 * run's folder, so that closing the outer run closes both.
 */
export function openRun(): Run {
  const outer = process.env[RUN_VARIABLE];
  const isNested = outer?.startsWith(join(runsFolder, "/")) === true && existsSync(outer);
  const folder = join(
    isNested ? outer : runsFolder,
    `${process.pid}-${startTime(process.pid) ?? "0"}`,
  );
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  if (!isNested) startGuard(folder);
  return {
    folder,
    environment: {
      [RUN_VARIABLE]: folder,
      [FLAGS_VARIABLE]: join(folder, FLAGS_FILE),
      TMPDIR: temporary,
    },
  };
}

/** Starts a process that closes the run when this process dies without closing it, for example by SIGKILL. */
function startGuard(folder: string): void {
  // The trailing slash makes the guard a member of the run, so that closeRun() also ends the guard.
  const guard = spawn(
    process.execPath,
    [join(import.meta.dirname, "run-guard.ts"), join(folder, "/")],
    { stdio: ["pipe", "ignore", "ignore"], detached: true },
  );
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
}

/**
 * Kills the remaining processes of a run and removes its folder. Call this after processes that can stop by themselves have
 * stopped.
 */
export async function closeRun(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const members = membersOf(folder);
    if (members.length === 0) break;
    for (const pid of members) kill(pid);
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Closes runs whose first process has died. This stops, for example, the browsers of a killed service. */
export async function closeAbandonedRuns(): Promise<void> {
  await Promise.all(
    runFolders()
      .filter((run) => !isAlive(run))
      .map((run) => closeRun(run.folder)),
  );
}

/**
 * Reserves this checkout for a service, because a checkout has one database. Returns the service that is already
 * running, if any. Waits for a service that is stopping. Throws an Error when another service is starting.
 */
export async function claimCheckout(
  run: Run,
  service: ServiceRecord,
): Promise<ServiceRecord | undefined> {
  recordService(run, service, "claiming");
  const deadline = Date.now() + CLAIM_WITHIN_MS;
  for (;;) {
    const others = serviceEntries().filter(({ folder }) => folder !== run.folder);
    const running = others.find(({ state }) => state === "running");
    if (running !== undefined) return running.service;
    // Of two claims at the same time, the one with the lower process id wins.
    const winner = others.find(
      (other) =>
        other.state === "starting" ||
        (other.state === "claiming" && other.service.pid < service.pid),
    );
    if (winner !== undefined)
      throw new Error(
        `Another service of this checkout is starting, as process ${winner.service.pid}. Wait until it is ready, or stop ` +
          `it: kill ${winner.service.pid}`,
      );
    if (others.length === 0) {
      recordService(run, service, "starting");
      return undefined;
    }
    if (Date.now() > deadline)
      throw new Error(
        `This checkout's service, process ${others[0]?.service.pid}, does not stop. End it: kill -9 ${others[0]?.service.pid}`,
      );
    await sleep(50);
  }
}

export function recordService(run: Run, service: ServiceRecord, state: ServiceState): void {
  replaceFile(serviceFile(run.folder), JSON.stringify({ service, state }));
}

/** Returns the running services of this checkout. */
export function findServices(): ServiceRecord[] {
  return serviceEntries()
    .filter(({ state }) => state === "running")
    .map(({ service }) => service);
}

type ServiceEntry = { service: ServiceRecord; state: ServiceState };

function serviceEntries(): (ServiceEntry & { folder: string })[] {
  return runFolders()
    .filter(isAlive)
    .flatMap(({ folder }) => {
      try {
        const entry = JSON.parse(readFileSync(serviceFile(folder), "utf8")) as ServiceEntry; // written by recordService()
        return [{ ...entry, folder }];
      } catch {
        // The run has no service, or has just closed.
        return [];
      }
    });
}

function serviceFile(folder: string): string {
  return join(folder, "service.json");
}

type RunFolder = { folder: string; pid: number; started: string };

function runFolders(): RunFolder[] {
  if (!existsSync(runsFolder)) return [];
  return readdirSync(runsFolder).flatMap((name) => {
    const [, pid, started] = /^(\d+)-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || started === undefined) return [];
    return [{ folder: join(runsFolder, name), pid: Number(pid), started }];
  });
}

function isAlive({ pid, started }: RunFolder): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    // No process has this id.
    return false;
  }
  return (startTime(pid) ?? "0") === started;
}

/**
 * Returns the ids of a run's processes, without this process. Works on Linux only; elsewhere the browsers of a killed
 * service keep running. A browser overwrites its environment, so the profile in its arguments identifies it.
 */
function membersOf(folder: string): number[] {
  const variable = `${RUN_VARIABLE}=${folder}`;
  return processIds().filter(
    (pid) =>
      pid !== process.pid &&
      (readProcess(pid, "environ")
        .split("\0")
        .some((entry) => entry === variable || entry.startsWith(`${variable}/`)) ||
        readProcess(pid, "cmdline").includes(`${folder}/`)),
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
