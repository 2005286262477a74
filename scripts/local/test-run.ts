// Runs vitest with a local browser. A run owns the temporary files and programs of one invocation.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Results } from "../../test/support/count-reporter.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareClient } from "../client/build-client.ts";
import { buildPageAssets } from "../guides/page-assets.ts";
import { cache, root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { localEnvironment } from "../lib/wrangler.ts";
import { prepareBrowser } from "./browser.ts";
import { proxyOf } from "./proxy.ts";
import { prepareReference } from "./reference.ts";
import { closeAbandonedRuns, closeRun, openRun, type Run } from "./runs.ts";

/** Projects of test/vitest.config.ts that a complete run starts in separate processes. */
const SEPARATE_PROJECTS = [
  { project: "node", hasLowPriority: true },
  { project: "browser", hasLowPriority: false },
];

/** The niceness of processes that use the time in which tests wait for browsers. */
const LOW_PRIORITY = 19;

/** Megabytes for new objects. With the flags of a local service, Workers spend a fifth of their CPU time on garbage. */
const V8_FLAGS = "--max-semi-space-size=32";

/** Vitest may hang after its last test when a Worker logs after its response (workers-sdk issue 15719). */
const EXIT_WITHIN_MS = 20_000;
/** Vitest must stop its Workers within this time after an interruption. */
const STOP_WITHIN_MS = 5_000;

/** Contains the duration of the last complete run, in milliseconds. */
const durationFile = join(cache, "test-duration");

export type Outcome = {
  failed: boolean;
  /** Failed and repeated tests, and at the end "N passed, N failed"; undefined when vitest did not finish. */
  summary: string | undefined;
};

/** Opens a run, calls `act`, and closes the run. Closing stops the programs that `act` started. */
export async function withRun<Result>(act: (run: Run) => Promise<Result>): Promise<Result> {
  const run = openRun();
  Object.assign(process.env, run.environment);
  try {
    await closeAbandonedRuns();
    return await act(run);
  } finally {
    await closeRun(run.folder);
  }
}

/** Runs vitest with these arguments until `stopped` resolves. The caller closes the run. */
export async function runTests(
  run: Run,
  args: string[],
  stopped: Promise<unknown>,
): Promise<Outcome> {
  const isComplete = args.length === 0;
  if (isComplete) reportPreviousDuration();
  const startedAt = Date.now();
  buildPageAssets();
  const preparation = Promise.all([
    prepareBrowser(),
    prepareReference(),
    prepareBlockingData(),
    prepareClient(),
  ]);
  const prepared = await Promise.race([preparation, stopped.then(() => undefined)]);
  if (prepared === undefined) return { failed: true, summary: undefined };
  const [browserEnvironment] = prepared;
  const { failed, results } = isComplete
    ? await runAll(run, browserEnvironment, stopped)
    : await runVitest({ run, browserEnvironment, args, stopped });
  if (results === undefined) return { failed, summary: undefined };
  if (isComplete) replaceFile(durationFile, String(Date.now() - startedAt));
  return { failed, summary: summaryOf(results) };
}

/** A long run prints failures far above its last line, so the summary repeats them. */
function summaryOf({ passed, failed, skipped, notices }: Results): string {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return [...notices, counts].join("\n");
}

/**
 * Runs all tests in several processes of vitest at the same time. The tests in Node need much CPU time and depend on no timing.
 * The tests of the dashboard mostly wait.
 */
async function runAll(
  run: Run,
  browserEnvironment: Record<string, string>,
  stopped: Promise<unknown>,
): Promise<VitestOutcome> {
  const others = SEPARATE_PROJECTS.map(({ project }) => `--project=!${project}`);
  const outcomes = await Promise.all([
    runVitest({ run, browserEnvironment, args: others, stopped }),
    ...SEPARATE_PROJECTS.map(async ({ project, hasLowPriority }) =>
      runVitest({
        // A nested run: each process of vitest starts its own servers, and the browsers need flags with their addresses.
        run: openRun(),
        browserEnvironment,
        args: [`--project=${project}`],
        stopped,
        hasLowPriority,
      }),
    ),
  ]);
  const failed = outcomes.some((outcome) => outcome.failed);
  const sum: Results = { passed: 0, failed: 0, skipped: 0, notices: [] };
  for (const { results } of outcomes) {
    if (results === undefined) return { failed, results: undefined };
    sum.passed += results.passed;
    sum.failed += results.failed;
    sum.skipped += results.skipped;
    sum.notices.push(...results.notices);
  }
  return { failed, results: sum };
}

function reportPreviousDuration(): void {
  if (!existsSync(durationFile)) return;
  const minutes = Number(readFileSync(durationFile, "utf8")) / 60_000;
  console.log(`The previous complete run took ${minutes.toFixed(1)} minutes.`);
}

/**
 * A busy machine can exceed a time limit once, but a defect fails twice. The end of the run lists tests that needed a
 * second attempt. On a developer's machine, no test is repeated.
 */
const repeatedInCi = process.env["CI"] === undefined ? [] : ["--retry=1"];

/** Lowers the priority of a process and of the processes that it starts from now on. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
}

type VitestSettings = {
  run: Run;
  browserEnvironment: Record<string, string>;
  args: string[];
  stopped: Promise<unknown>;
  hasLowPriority?: boolean;
};

/** `results` is undefined when vitest did not finish. */
type VitestOutcome = { failed: boolean; results: Results | undefined };

async function runVitest({
  run,
  browserEnvironment,
  args,
  stopped,
  hasLowPriority = false,
}: VitestSettings): Promise<VitestOutcome> {
  const isWatching = args.includes("--watch") || args.includes("-w");
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const proxy = await proxyOf(run);
  const child = spawn(
    process.execPath,
    [
      program,
      ...(isWatching ? [] : ["run"]),
      "--config",
      "test/vitest.config.ts",
      ...repeatedInCi,
      ...args,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        CI: "1",
        ...localEnvironment,
        MINIFLARE_WORKERD_V8_FLAGS: V8_FLAGS,
        ...browserEnvironment,
        ...run.environment,
        LOCAL_PROXY: proxy,
      },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    },
  );
  if (hasLowPriority) lowerPriority(child);

  let results: Results | undefined;
  let timer: NodeJS.Timeout | undefined;
  child.on("message", (message) => {
    results = message as Results; // count-reporter.ts sends no other message
    if (!isWatching) timer = setTimeout(() => child.kill("SIGKILL"), EXIT_WITHIN_MS);
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const interrupted = stopped.then(async () => {
    child.kill("SIGINT");
    await sleep(STOP_WITHIN_MS, undefined, { ref: false });
    child.kill("SIGKILL");
    return exited;
  });
  const code = await Promise.race([exited, interrupted]);
  clearTimeout(timer);
  // Vitest has no exit code when it hangs after its last test.
  const failed = code === null ? results === undefined || results.failed > 0 : code !== 0;
  return { failed, results };
}
