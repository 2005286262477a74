// npm run bench: compares the service with a plain puppeteer-core script on this machine. Prints tables only.
import { appendFileSync, readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { servePages } from "../../test/bench/pages.ts";
import { rows } from "../../test/bench/rows.ts";
import { launchPeer } from "../../test/bench/subjects.ts";
import { startNamedServer } from "../../test/support/named-server.ts";
import { seedRecords } from "../bench/bench-records.ts";
import { createTemplate, startBenchService, type Template } from "../bench/bench-service.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareBrowser } from "../local/browser.ts";
import { PLAIN_VARIABLE } from "../local/browser-wrapper.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { proxyOf } from "../local/proxy.ts";
import { readFilterList } from "../blocking/filter-lists.ts";
import { prepareReference } from "../local/reference.ts";
import { closeAbandonedRuns, closeRun, FLAGS_FILE, openRun, type Run } from "../local/runs.ts";
import { stopRequested } from "../local/stop-request.ts";
import { localEnvironment, wrangler } from "../lib/wrangler.ts";
import { slowBrowserEnvironment } from "../bench/slow-browser.ts";

const DEFAULT_MINUTES = 1;

const usage = `npm run bench -- [${Object.keys(rows).join("|")} …] [--minutes N]

Measures all rows, or those whose names start with an argument, and prints Markdown tables.
--minutes is the duration of the attack in the row "hostile", by default ${DEFAULT_MINUTES}.
The environment can set BROWSER_SESSIONS and CAPTURES_PER_SESSION of the service. The row "checkout" compares the service
with the one in the folder BENCH_CHECKOUT, another checkout with its dependencies.`;

const BLOCK_CATEGORIES = ["ads", "cookie_banners", "chats"] as const;

type Stoppable = { stop: () => Promise<void> };

await runCommand(usage, async () => {
  const { positionals: names, values } = parseArgs({
    options: { minutes: { type: "string", default: String(DEFAULT_MINUTES) } },
    allowPositionals: true,
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new UsageError("--minutes must be a positive number.");
  const unknown = names.find((name) => !Object.keys(rows).some((row) => row.startsWith(name)));
  if (unknown !== undefined) throw new UsageError(`Unknown row: ${unknown}`);

  await closeAbandonedRuns();
  const run = openRun();
  try {
    const end = await Promise.race([measure(run, names, minutes), stopRequested()]);
    if (end === "stopped") throw new Error("The benchmark was interrupted.");
  } finally {
    // Stop all processes after success, failure and interruption.
    await closeRun(run.folder);
  }
});
// After an interruption, pending requests would keep the process running.
process.exit();

/** Prints each line when its measurement finishes. */
async function measure(run: Run, names: string[], minutes: number): Promise<void> {
  const [browserEnvironment] = await Promise.all([
    prepareBrowser(),
    prepareReference(),
    prepareBlockingData(),
  ]);
  const template = await createTemplate(run);
  let manyRecords: Template | undefined;
  const pages = await servePages();
  const started: Stoppable[] = [];
  const track = <T extends Stoppable>(subject: T): T => {
    started.push(subject);
    return subject;
  };

  let version = "";
  let head: readonly string[] = [];
  for (const [name, row] of Object.entries(rows)) {
    if (names.length > 0 && !names.some((prefix) => name.startsWith(prefix))) continue;
    console.error(`Measuring ${name} …`);
    const startPeer = async (delayMs = 0, filters?: string[]) => {
      const { XDG_CACHE_HOME = "" } = slowBrowserEnvironment(run, browserEnvironment, delayMs);
      const peer = track(
        await launchPeer(
          XDG_CACHE_HOME,
          run.environment["TMPDIR"] ?? "",
          { [PLAIN_VARIABLE]: "yes" },
          filters,
        ),
      );
      ({ version } = peer);
      return peer;
    };
    if (row.head !== head) printHead((head = row.head));
    const lines = row.measure({
      pages,
      minutes,
      startService: async (variables, delayMs = 0, folder, entry) =>
        track(
          await startBenchService(
            run,
            template,
            slowBrowserEnvironment(run, browserEnvironment, delayMs),
            variables,
            folder,
            entry,
          ),
        ),
      startServiceWithRecords: async (count) => {
        manyRecords ??= await createTemplate(run);
        await seedRecords(manyRecords, count);
        return track(await startBenchService(run, manyRecords, browserEnvironment, {}));
      },
      profileStartup: async () => {
        const profile = join(run.folder, "startup.cpuprofile");
        await wrangler(["check", "startup", "--outfile", profile], localEnvironment);
        return profile;
      },
      startPeer: async (delayMs) => startPeer(delayMs),
      startGhostery: async (delayMs) =>
        startPeer(delayMs, BLOCK_CATEGORIES.flatMap(readFilterList)),
      openNamedWeb: async () => {
        const { browserFlags, substitutes } = track(await startNamedServer());
        appendFileSync(join(run.folder, FLAGS_FILE), `${browserFlags.join("\n")}\n`);
        await fetch(`${await proxyOf(run)}/substitutes`, {
          method: "POST",
          body: JSON.stringify(substitutes),
        });
      },
    });
    for await (const line of lines) printLine(line);
    for (const subject of started.splice(0)) await subject.stop();
  }
  pages.stop();
  console.log(`\n${machine(version)}`);
}

function printHead(cells: readonly string[]): void {
  console.log();
  printLine(cells);
  printLine(cells.map(() => "---"));
}

function printLine(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

function machine(browserVersion: string): string {
  const manifest = new URL("../../node_modules/wrangler/package.json", import.meta.url);
  const wrangler = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const parts = [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
    `Node ${process.versions.node}`,
    `wrangler ${wrangler.version}`,
    ...(browserVersion === "" ? [] : [browserVersion]),
    new Date().toISOString().slice(0, 10),
  ];
  return `Measured on ${parts.join(", ")}.`;
}
