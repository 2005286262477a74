// npm run bench: the service beside a plain puppeteer-core script, on this machine. Prints a table, judges nothing.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { servePages } from "../test/bench/pages.ts";
import { type Line, rows } from "../test/bench/rows.ts";
import { launchPeer } from "../test/bench/subjects.ts";
import { seedRecords } from "./bench-records.ts";
import { createTemplate, startBenchService, type Template } from "./bench-service.ts";
import { prepareBrowser } from "./browser.ts";
import { runCommand, UsageError } from "./command.ts";
import { prepareReference } from "./reference.ts";
import { closeAbandonedRuns, closeRun, openRun, type Run } from "./runs.ts";

const usage = `npm run bench -- [${Object.keys(rows).join("|")} …]

Measures the named rows, or all of them, and prints a Markdown table.
OUTBOUND_GUARD, BROWSER_SESSIONS and CAPTURES_PER_SESSION in the environment change the service's own.`;

const HEAD: Line = ["", "puppeteer-core", "Edgeshot", "ratio (min–max of the rounds)", "aim"];

type Stoppable = { stop: () => Promise<void> };

await runCommand(usage, async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in rows));
  if (unknown !== undefined) throw new UsageError(`There is no row ${unknown}.`);

  await closeAbandonedRuns();
  const run = openRun();
  const asked = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => reject(new Error("Interrupted.")));
  });
  try {
    await Promise.race([measure(run, names), asked]);
  } finally {
    // Whatever came of it, nothing that was started stays.
    await closeRun(run.folder);
  }
});
// An interrupted row still waits for answers that will not come.
process.exit();

/** Prints each line as soon as it is measured. */
async function measure(run: Run, names: string[]): Promise<void> {
  const [browserEnvironment] = await Promise.all([prepareBrowser(), prepareReference()]);
  const browserCache = browserEnvironment["XDG_CACHE_HOME"] ?? "";
  const template = await createTemplate(run);
  let manyRecords: Template | undefined;
  const pages = await servePages();
  const started: Stoppable[] = [];
  const keep = <T extends Stoppable>(subject: T): T => {
    started.push(subject);
    return subject;
  };

  let version = "";
  printLine(HEAD);
  printLine(["---", "---", "---", "---", "---"]);
  for (const [name, measureRow] of Object.entries(rows)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`Measuring ${name} …`);
    const lines = await measureRow({
      pages,
      startService: async (variables) =>
        keep(await startBenchService(run, template, browserEnvironment, variables)),
      startServiceWithRecords: async (count) => {
        manyRecords ??= await createTemplate(run);
        await seedRecords(manyRecords, count);
        return keep(await startBenchService(run, manyRecords, browserEnvironment, {}));
      },
      startPeer: async () => {
        const peer = keep(await launchPeer(browserCache, run.folder));
        ({ version } = peer);
        return peer;
      },
    });
    lines.forEach(printLine);
    for (const subject of started.splice(0)) await subject.stop();
  }
  pages.stop();
  console.log(`\n${machine(version)}`);
}

function printLine(cells: Line): void {
  console.log(`| ${cells.join(" | ")} |`);
}

function machine(browserVersion: string): string {
  const manifest = new URL("../node_modules/wrangler/package.json", import.meta.url);
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
