// The service on this machine: wrangler dev on the local database, with the prepared browser behind its binding.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../lib/config.ts";
import { root } from "../lib/paths.ts";
import { announceService, closeRun, openRun } from "./runs.ts";
import { localEnvironment, wranglerProgram } from "../lib/wrangler.ts";

export type Service = {
  url: string;
  /** Ends every process of the service. */
  stop: () => Promise<void>;
  /** Resolves when the service has ended or answers no more, or this process has been asked to end: "failed" or "asked". */
  ended: Promise<"failed" | "asked">;
};

type Options = {
  host: string;
  port: number;
  /** From `prepareBrowser`. */
  browserEnvironment: Record<string, string>;
  /** Gets each line that the Worker logs. */
  onLine: (line: string) => void;
};

const READY_WITHIN_MS = 120_000;
/** What wrangler says of a workerd that ended: it starts another, which not always answers. */
const CRASHED = "The Workers runtime crashed";
const RECOVERED_WITHIN_MS = 15_000;
/** How long wrangler may take to close its browsers before they are ended. */
const STOP_WITHIN_MS = 5_000;
/** As wrangler.toml has it. */
const CRON = "* * * * *";
const CRON_EVERY_MS = 60_000;

/** Resolves once GET /health answers 200. Throws an Error with wrangler's output when it does not. */
export async function startService({
  host,
  port,
  browserEnvironment,
  onLine,
}: Options): Promise<Service> {
  const run = openRun();
  const url = `http://${nameOf(host)}:${port}`;
  const child = spawn(process.execPath, [wranglerProgram, ...devArguments(host, port)], {
    cwd: root,
    env: { ...process.env, ...localEnvironment, ...browserEnvironment, ...run.environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that Ctrl-C reaches it through `stop` and never twice.
    detached: true,
  });
  const exited = new Promise<"failed">((resolve) => {
    child.once("exit", () => resolve("failed")).once("error", () => resolve("failed"));
  });
  const { promise: lost, resolve: failExpired } = Promise.withResolvers<"failed">();
  const ended = Promise.race([exited, lost, untilAskedToEnd()]);
  const output = readOutput(child, (line) => {
    onLine(line);
    if (line.includes(CRASHED)) void expectRecovery();
  });
  const expectRecovery = async () => {
    if (!(await becomesReady(url, ended, RECOVERED_WITHIN_MS))) failExpired("failed");
  };

  const stop = async () => {
    clearInterval(cron);
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      signalGroup(child.pid, "SIGINT");
      await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    }
    await closeRun(run.folder);
  };
  // wrangler dev does not fire cron triggers by itself.
  const cron = setInterval(() => void fireCron(url), CRON_EVERY_MS);

  if (!(await becomesReady(url, ended, READY_WITHIN_MS))) {
    await stop();
    throw new Error(`The service did not become ready.\n${output.held().join("\n")}`);
  }
  output.release();
  announceService(run, { pid: process.pid, port, url });
  return { url, stop, ended };
}

function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** What is right on one's own machine and not elsewhere. The service may capture itself, wherever it listens. */
export function localDefaults(host: string, port: number): Record<string, string> {
  const name = nameOf(host);
  const own = name === "localhost" ? "" : `,${name}:${port}`;
  return { PRIVATE_TARGETS: `localhost:*${own}`, SIGNUPS: "open" };
}

function devArguments(host: string, port: number): string[] {
  // Each variable of wrangler.toml may be set in the environment.
  const defaults = localDefaults(host, port);
  const variables = Object.keys(readConfig().vars).flatMap((name) => {
    const value = process.env[name] ?? defaults[name];
    return value === undefined ? [] : ["--var", `${name}:${value}`];
  });
  const fixed = ["dev", "--local", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  return [...fixed, "--ip", host, "--port", String(port), ...variables];
}

/** Holds everything back until the service is ready; from then on lets the Worker's own lines through. */
function readOutput(child: ChildProcess, onLine: (line: string) => void) {
  const held: string[] = [];
  let ready = false;
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (!ready) held.push(line);
      else if (line.trim() !== "" && !line.startsWith("[wrangler:info]")) onLine(line);
    });
  }
  return {
    held: () => held.slice(-60),
    release: () => {
      ready = true;
    },
  };
}

async function becomesReady(
  url: string,
  ended: Promise<unknown>,
  withinMs: number,
): Promise<boolean> {
  const over = Promise.race([ended, sleep(withinMs, undefined, { ref: false })]).then(() => "over");
  while (!(await isHealthy(url))) {
    const next = await Promise.race([over, sleep(100)]);
    if (next === "over") return false;
  }
  return true;
}

/** Whether GET /health answers 200 within two seconds. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Nobody listens there yet.
    return false;
  }
}

async function fireCron(url: string): Promise<void> {
  try {
    const answer = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(CRON)}`);
    await answer.body?.cancel();
  } catch {
    // The service is reloading or ending; the next minute comes.
  }
}

/** Later signals change nothing: npm and the terminal may both pass one on. */
async function untilAskedToEnd(): Promise<"asked"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve("asked"));
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended meanwhile.
  }
}
