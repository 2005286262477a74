// Runs the service on this machine: wrangler dev with the local database and the prepared browser.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../lib/config.ts";
import { root } from "../lib/paths.ts";
import { localEnvironment, wranglerProgram } from "../lib/wrangler.ts";
import { protectService, proxyOf } from "./proxy.ts";
import { closeRun, recordService, type Run } from "./runs.ts";

export type Service = {
  url: string;
  /** Ends every process of the service and closes its run. */
  stop: () => Promise<void>;
  /** Resolves to "failed" when the service exits or stops answering, to "stopped" when this process must stop. */
  ended: Promise<"failed" | "stopped">;
};

type Options = {
  /** The service's run. stop() closes it. */
  run: Run;
  host: string;
  port: number;
  /** The environment that `prepareBrowser` returned. */
  browserEnvironment: Record<string, string>;
  /** Receives each line that the Worker logs. */
  onLine: (line: string) => void;
  /** The promise that `stopRequested` returned. */
  stopped: Promise<"stopped">;
};

const READY_WITHIN_MS = 120_000;
/** wrangler prints this line when workerd crashes. It then starts another workerd, which does not always answer. */
const CRASHED = "The Workers runtime crashed";
const RECOVERED_WITHIN_MS = 15_000;
/** wrangler must close its browsers within this time. Then they are killed. */
const STOP_WITHIN_MS = 5_000;
/** The cron expression in wrangler.toml. */
const CRON = "* * * * *";
const CRON_EVERY_MS = 60_000;

/** Resolves when GET /health returns 200. Otherwise closes the run and throws an Error with wrangler's output. */
export async function startService({
  run,
  host,
  port,
  browserEnvironment,
  onLine,
  stopped,
}: Options): Promise<Service> {
  const url = urlOf(host, port);
  const proxy = await proxyOf(run);
  const child = spawn(process.execPath, [wranglerProgram, ...devArguments(host, port, proxy)], {
    cwd: root,
    env: { ...process.env, ...localEnvironment, ...browserEnvironment, ...run.environment },
    stdio: ["ignore", "pipe", "pipe"],
    // In a separate process group, Ctrl-C reaches wrangler only through stop(), and only once.
    detached: true,
  });
  if (child.pid !== undefined) protectService(run, { pid: child.pid, port });
  const exited = new Promise<"failed">((resolve) => {
    child.once("exit", () => resolve("failed")).once("error", () => resolve("failed"));
  });
  const { promise: crashed, resolve: reportCrash } = Promise.withResolvers<"failed">();
  const ended = Promise.race([exited, crashed, stopped]);
  const output = readOutput(child, (line) => {
    onLine(line);
    if (line.includes(CRASHED)) void expectRecovery();
  });
  const expectRecovery = async () => {
    if (!(await becomesReady(url, ended, RECOVERED_WITHIN_MS))) reportCrash("failed");
  };

  const service = { pid: process.pid, port, url };
  const stop = async () => {
    clearInterval(cron);
    recordService(run, service, "stopping");
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      signalGroup(child.pid, "SIGINT");
      await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    }
    await closeRun(run.folder);
  };
  // wrangler dev does not fire cron triggers.
  const cron = setInterval(() => void fireCron(url), CRON_EVERY_MS);

  if (!(await becomesReady(url, ended, READY_WITHIN_MS))) {
    await stop();
    throw new Error(`The service did not become ready.\n${output.lastLines().join("\n")}`);
  }
  output.release();
  recordService(run, service, "running");
  return { url, stop, ended };
}

/** Returns the URL at which this machine reaches a service that listens on `host`. */
export function urlOf(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Returns the defaults of variables for a local service. It may capture itself at the address it listens on. Only a service
 * that other devices cannot reach may capture the other ports of this machine.
 */
export function localDefaults(host: string, port: number): Record<string, string> {
  const name = nameOf(host);
  const isLoopback = ["localhost", "127.0.0.1", "::1"].includes(host);
  const own = name === "localhost" ? [] : [`${name}:${port}`];
  const targets = [isLoopback ? "localhost:*" : `localhost:${port}`, ...own];
  return { HOST: host, PRIVATE_TARGETS: targets.join(","), SIGNUPS: "open" };
}

function devArguments(host: string, port: number, proxy: string): string[] {
  // The environment may set every variable of wrangler.toml, except REGION: a local service has no region, and many shells
  // define a variable with this name.
  const defaults = localDefaults(host, port);
  const names = Object.keys(readConfig().vars).filter((name) => name !== "REGION");
  const variables = names.flatMap((name) => {
    const value = process.env[name] ?? defaults[name];
    return value === undefined ? [] : ["--var", `${name}:${value}`];
  });
  const fixed = ["dev", "--local", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  return [
    ...fixed,
    "--ip",
    host,
    "--port",
    String(port),
    ...variables,
    "--var",
    `LOCAL_PROXY:${proxy}`,
  ];
}

/** Buffers all output until release(); afterwards passes on the lines of the Worker. */
function readOutput(child: ChildProcess, onLine: (line: string) => void) {
  const buffered: string[] = [];
  let isReleased = false;
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (!isReleased) buffered.push(line);
      else if (line.trim() !== "" && !line.startsWith("[wrangler:info]")) onLine(line);
    });
  }
  return {
    lastLines: () => buffered.slice(-60),
    release: () => {
      isReleased = true;
    },
  };
}

async function becomesReady(
  url: string,
  ended: Promise<unknown>,
  withinMs: number,
): Promise<boolean> {
  const expired = Promise.race([ended, sleep(withinMs, undefined, { ref: false })]).then(
    () => "expired",
  );
  while (!(await isHealthy(url))) {
    const next = await Promise.race([expired, sleep(100)]);
    if (next === "expired") return false;
  }
  return true;
}

/** Returns whether GET /health returns 200 within two seconds. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // No server listens on this port yet.
    return false;
  }
}

async function fireCron(url: string): Promise<void> {
  try {
    const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(CRON)}`);
    await response.body?.cancel();
  } catch {
    // The service is reloading or stopping. The trigger fires again after a minute.
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already exited.
  }
}
