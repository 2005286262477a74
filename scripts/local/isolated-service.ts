// Starts a service for tests and benchmarks: wrangler dev on a free port, with a separate database.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isHealthy } from "./dev-server.ts";
import { root } from "../lib/paths.ts";
import { findFreePort } from "./port.ts";
import { protectService, proxyOf } from "./proxy.ts";
import type { Run } from "./runs.ts";
import { localEnvironment, wrangler, wranglerProgram } from "../lib/wrangler.ts";

export type IsolatedService = {
  url: string;
  /** The process id of wrangler, the parent of all processes of the service. */
  pid: number;
  inspectorPort: number;
  stop: () => Promise<void>;
};

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 5_000;

/** Creates a state folder in the run's folder, with an empty, migrated database. */
export async function createState(run: Run): Promise<string> {
  const folder = mkdtempSync(join(run.folder, "state-"));
  await wrangler(["d1", "migrations", "apply", "DB", ...inState(folder)], localEnvironment);
  return folder;
}

/** Returns wrangler arguments that select a state folder. */
export function inState(folder: string): string[] {
  return ["--local", "--persist-to", folder];
}

/**
 * Resolves when GET /health returns 200. `variables` override those of wrangler.toml; undefined values have no effect.
 * `entry` overrides the Worker's entry file. `folder` is that of another checkout to start. Throws an Error with wrangler's output when the service does not become ready.
 */
export async function startIsolatedService(
  run: Run,
  state: string,
  browserEnvironment: Record<string, string>,
  variables: Record<string, string | undefined>,
  entry?: string,
  folder = root,
): Promise<IsolatedService> {
  const [port, inspectorPort] = [await findFreePort(), await findFreePort()];
  const proxied = { LOCAL_PROXY: await proxyOf(run), ...variables };
  const child = spawn(
    process.execPath,
    [wranglerProgram, ...devArguments({ port, inspectorPort, state, variables: proxied, entry })],
    {
      cwd: folder,
      env: { ...process.env, ...localEnvironment, ...browserEnvironment, ...run.environment },
      stdio: ["ignore", "pipe", "pipe"],
      // In a separate process group, Ctrl-C reaches wrangler only through stop(), and only once.
      detached: true,
    },
  );
  if (child.pid !== undefined) protectService(run, { pid: child.pid, port });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });

  const { pid } = child;
  const stop = async () => {
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-pid, "SIGINT");
    await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
  };
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isHealthy(url))) {
    if (pid === undefined || child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The service did not become ready.\n${output}`);
    }
    await sleep(100);
  }
  return { url, pid: pid ?? 0, inspectorPort, stop };
}

type DevSettings = {
  port: number;
  inspectorPort: number;
  state: string;
  variables: Record<string, string | undefined>;
  entry: string | undefined;
};

function devArguments({ port, inspectorPort, state, variables, entry }: DevSettings): string[] {
  const ports = ["--port", String(port), "--inspector-port", String(inspectorPort)];
  return [
    "dev",
    ...(entry === undefined ? [] : [entry]),
    ...["--show-interactive-dev-session=false", "--ip", "127.0.0.1", ...ports],
    ...inState(state),
    ...Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : ["--var", `${name}:${value}`],
    ),
  ];
}
