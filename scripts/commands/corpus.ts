// npm run corpus: captures pages with real chat and consent packages of npm, and prints which ones blocking removes.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { createTemplate, startBenchService } from "../bench/bench-service.ts";
import { installPackages, corpusFolder } from "../corpus/build-pages.ts";
import { chatPages } from "../corpus/chat-pages.ts";
import { consentPages } from "../corpus/consent-pages.ts";
import { isRemoved, isVisible, measurePages, type Result } from "../corpus/measure.ts";
import type { CorpusPage, Option } from "../corpus/page.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { prepareBrowser } from "../local/browser.ts";
import { closeAbandonedRuns, closeRun, openRun, type Run } from "../local/runs.ts";
import { stopRequested } from "../local/stop-request.ts";

const usage = `npm run corpus -- [block_chats|block_cookie_banners] [PACKAGE …]

Installs pinned packages of npm into .cache/corpus, captures a page with each of them, and prints a Markdown table.
The images of each page are in .cache/corpus/images. Names of packages select the pages that contain them.`;

const CORPUS: Record<Option, readonly CorpusPage[]> = {
  block_chats: chatPages,
  block_cookie_banners: consentPages,
};
const HEAD = ["package", "version", "language", "kind", "visible before", "removed", "pixels left"];

await runCommand(usage, async () => {
  const options = Object.keys(CORPUS) as Option[];
  const [first = "", ...rest] = process.argv.slice(2);
  const chosen = options.filter((option) => option === first);
  const names = chosen.length > 0 ? rest : process.argv.slice(2);
  if (first.startsWith("block_") && chosen.length === 0)
    throw new UsageError(`Unknown option: ${first}`);

  await closeAbandonedRuns();
  const run = openRun();
  try {
    const end = await Promise.race([
      measureAll(run, chosen.length > 0 ? chosen : options, names),
      stopRequested(),
    ]);
    if (end === "stopped") throw new Error("The command was interrupted.");
  } finally {
    await closeRun(run.folder);
  }
});
process.exit();

async function measureAll(run: Run, options: Option[], names: string[]): Promise<void> {
  const [browserEnvironment] = await Promise.all([prepareBrowser(), prepareBlockingData()]);
  const service = await startBenchService(run, await createTemplate(run), browserEnvironment, {});
  for (const option of options) {
    const all = CORPUS[option];
    const folder = installPackages(option, all);
    const pages = all.filter(
      (page) => names.length === 0 || names.some((name) => page.package.includes(name)),
    );
    rmSync(join(corpusFolder, "images", option), { recursive: true, force: true });
    console.log(`\n${option}\n`);
    for (const cells of [HEAD, HEAD.map(() => "---")]) printLine(cells);
    const results: Result[] = [];
    for await (const result of measurePages(pages, option, folder, service.capture)) {
      results.push(result);
      printResult(result);
    }
    const visible = results.filter(isVisible);
    console.log(`\n${visible.filter(isRemoved).length} of ${visible.length} widgets removed.`);
  }
  console.log(`\nImages: ${corpusFolder}/images`);
  await service.stop();
}

function printResult(result: Result): void {
  const { page, remainingPixels, failure } = result;
  const removed = isRemoved(result) ? "yes" : "no";
  const outcome = isVisible(result)
    ? ["yes", removed, String(remainingPixels)]
    : ["no", "–", failure?.split("\n", 2).join(" ") ?? ""];
  printLine([page.package, page.version, page.language, page.kind, ...outcome]);
}

function printLine(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
