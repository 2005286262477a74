// A service of its own for a benchmark: the real wrangler dev on a free port, with its own database and an account
// without limits.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createId } from "../src/lib/ids.ts";
import { createApiKey, hashApiKey, visiblePart } from "../src/lib/secrets.ts";
import { captureThrough, getFrom, type Service } from "../test/bench/subjects.ts";
import { quote } from "./database.ts";
import { isHealthy } from "./dev-server.ts";
import { root } from "./paths.ts";
import { findFreePort } from "./port.ts";
import type { Run } from "./runs.ts";
import { localEnvironment, wrangler, wranglerProgram } from "./wrangler.ts";

/** A state folder to copy from, the account in it, and the key that works there. */
export type Template = { folder: string; accountId: string; key: string };

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 5_000;
const UNLIMITED = 1_000_000_000;

/** Makes a database with one account whose limits are never reached. */
export async function createTemplate(run: Run): Promise<Template> {
  const folder = mkdtempSync(join(run.folder, "state-"));
  const local = ["--local", "--persist-to", folder];
  await wrangler(["d1", "migrations", "apply", "DB", ...local], localEnvironment);

  const key = createApiKey();
  const now = new Date();
  const account = createId(now);
  const keyValues = [createId(now), account, "bench", await hashApiKey(key), visiblePart(key)];
  const statements = [
    `INSERT INTO accounts (id, name, plan, monthly_screenshots, storage_bytes, requests_per_minute, created_at)
     VALUES (${quote(account)}, 'bench', 'business', ${UNLIMITED}, ${UNLIMITED * 1_000}, ${UNLIMITED}, ${now.getTime()})`,
    `INSERT INTO api_keys (id, account_id, name, secret_hash, prefix, created_at)
     VALUES (${keyValues.map(quote).join(", ")}, ${now.getTime()})`,
  ];
  const command = ["--yes", "--command", statements.join(";\n")];
  await wrangler(["d1", "execute", "DB", ...local, ...command], localEnvironment);
  return { folder, accountId: account, key };
}

/**
 * Resolves when GET /health answers 200. `variables` go before those of the environment, these before wrangler.toml's.
 * Throws an Error with wrangler's output where the service does not become ready.
 */
export async function startBenchService(
  run: Run,
  template: Template,
  browserEnvironment: Record<string, string>,
  variables: Record<string, string>,
): Promise<Service> {
  const state = mkdtempSync(join(run.folder, "state-"));
  cpSync(template.folder, state, { recursive: true });
  const [port, inspectorPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(
    process.execPath,
    [wranglerProgram, ...devArguments({ port, inspectorPort, state, variables })],
    {
      cwd: root,
      env: { ...process.env, ...localEnvironment, ...browserEnvironment, ...run.environment },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that Ctrl-C reaches it through `stop` and never twice.
      detached: true,
    },
  );
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
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await isHealthy(url))) {
    if (pid === undefined || child.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`The service did not become ready.\n${output}`);
    }
    await sleep(100);
  }
  return {
    capture: captureThrough(url, template.key),
    get: getFrom(url, template.key),
    pid: pid ?? 0,
    inspectorPort,
    stop,
  };
}

function devArguments({
  port,
  inspectorPort,
  state,
  variables,
}: {
  port: number;
  inspectorPort: number;
  state: string;
  variables: Record<string, string>;
}): string[] {
  const { OUTBOUND_GUARD, BROWSER_SESSIONS, CAPTURES_PER_SESSION } = process.env;
  const all = Object.entries({
    PRIVATE_TARGETS: "localhost:*",
    OUTBOUND_GUARD,
    BROWSER_SESSIONS,
    CAPTURES_PER_SESSION,
    ...variables,
  });
  return [
    ...[
      "dev",
      "--local",
      "--show-interactive-dev-session=false",
      "--inspector-port",
      String(inspectorPort),
    ],
    ...["--ip", "127.0.0.1", "--port", String(port), "--persist-to", state],
    ...all.flatMap(([name, value]) => (value === undefined ? [] : ["--var", `${name}:${value}`])),
  ];
}
