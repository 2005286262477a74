// npm test: every test, or those whose files the arguments name. The closing line is "N passed, N failed".
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Counts } from "../../test/support/count-reporter.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareBrowser } from "../local/browser.ts";
import { runCommand } from "../lib/command.ts";
import { root } from "../lib/paths.ts";
import { prepareReference } from "../local/reference.ts";
import { closeAbandonedRuns, closeRun, openRun, type Run } from "../local/runs.ts";
import { localEnvironment } from "../lib/wrangler.ts";

/** Vitest may never end where a Worker logs after its answer (workers-sdk issue 15719): it gets this long. */
const END_WITHIN_MS = 20_000;

await runCommand(undefined, async () => {
  await closeAbandonedRuns();
  const [browserEnvironment] = await Promise.all([
    prepareBrowser(),
    prepareReference(),
    prepareBlockingData(),
  ]);
  const run = openRun();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  const { exitCode, counts } = await runVitest(run, browserEnvironment);
  await closeRun(run.folder);

  process.exitCode = exitCode ?? (counts === undefined || counts.failed > 0 ? 1 : 0);
  if (counts === undefined) return;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
});

type Outcome = { exitCode: number | undefined; counts: Counts | undefined };

async function runVitest(run: Run, browserEnvironment: Record<string, string>): Promise<Outcome> {
  const args = process.argv.slice(2);
  const mode = args.includes("--watch") || args.includes("-w") ? [] : ["run"];
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [program, ...mode, "--config", "test/vitest.config.ts", ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        CI: "1",
        ...localEnvironment,
        ...browserEnvironment,
        ...run.environment,
      },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    },
  );

  let counts: Counts | undefined;
  let guard: NodeJS.Timeout | undefined;
  child.on("message", (message) => {
    counts = message as Counts; // the only message that count-reporter.ts sends
    if (mode.length > 0) guard = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS);
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearTimeout(guard);
  return { exitCode: code ?? undefined, counts };
}
