// npm run corpus: captures pages with real packages of npm, and prints which widgets blocking removes and which sections scrolling shows.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { createTemplate, startBenchService } from "../bench/bench-service.ts";
import { installPackages, corpusFolder } from "../corpus/build-pages.ts";
import { chatPages } from "../corpus/chat-pages.ts";
import { consentPages } from "../corpus/consent-pages.ts";
import { isRemoved, isVisible, measurePages, type Result } from "../corpus/measure.ts";
import { measureScrolling, type ScrollResult } from "../corpus/measure-scroll.ts";
import type { BlockOption, PackagePage, Part } from "../corpus/page.ts";
import { SECTIONS } from "../corpus/scroll-layout.ts";
import { scrollPages } from "../corpus/scroll-pages.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { prepareBrowser } from "../local/browser.ts";
import { closeAbandonedRuns, closeRun, openRun, type Run } from "../local/runs.ts";
import { stopRequested } from "../local/stop-request.ts";
import type { Capture } from "../../test/bench/subjects.ts";

const usage = `npm run corpus -- [block_chats|block_cookie_banners|full_page_scroll] [PACKAGE …]

Installs pinned packages of npm into .cache/corpus, captures a page with each of them, and prints a Markdown table.
The images of each page are in .cache/corpus/images. Names of packages select the pages that contain them.`;

const BLOCKED = { block_chats: chatPages, block_cookie_banners: consentPages };
const PARTS: readonly Part[] = ["block_chats", "block_cookie_banners", "full_page_scroll"];

await runCommand(usage, async () => {
  const [first = "", ...rest] = process.argv.slice(2);
  const chosen = PARTS.filter((part) => part === first);
  const names = chosen.length > 0 ? rest : process.argv.slice(2);
  if (/^(?:block|full)_/.test(first) && chosen.length === 0)
    throw new UsageError(`Unknown option: ${first}`);

  await closeAbandonedRuns();
  const run = openRun();
  try {
    const end = await Promise.race([
      measureAll(run, chosen.length > 0 ? chosen : PARTS, names),
      stopRequested(),
    ]);
    if (end === "stopped") throw new Error("The command was interrupted.");
  } finally {
    await closeRun(run.folder);
  }
});
process.exit();

async function measureAll(run: Run, parts: readonly Part[], names: string[]): Promise<void> {
  const [browserEnvironment] = await Promise.all([prepareBrowser(), prepareBlockingData()]);
  const service = await startBenchService(run, await createTemplate(run), browserEnvironment, {});
  for (const part of parts) {
    rmSync(join(corpusFolder, "images", part), { recursive: true, force: true });
    if (part === "full_page_scroll") await measureScroll(names, service.capture);
    else await measureBlocking(part, names, service.capture);
  }
  console.log(`\nImages: ${corpusFolder}/images`);
  await service.stop();
}

async function measureBlocking(
  option: BlockOption,
  names: string[],
  capture: Capture,
): Promise<void> {
  const folder = installPackages(option, BLOCKED[option]);
  printHead(option, ["language", "kind", "visible before", "removed", "pixels left"]);
  const results: Result[] = [];
  for await (const result of measurePages(
    select(BLOCKED[option], names),
    option,
    folder,
    capture,
  )) {
    results.push(result);
    printResult(result);
  }
  const visible = results.filter(isVisible);
  console.log(`\n${visible.filter(isRemoved).length} of ${visible.length} widgets removed.`);
}

async function measureScroll(names: string[], capture: Capture): Promise<void> {
  const folder = installPackages("full_page_scroll", scrollPages);
  printHead("full_page_scroll", ["kind", "final without scrolling", "final with scrolling"]);
  let complete = 0;
  const pages = select(scrollPages, names);
  for await (const result of measureScrolling(pages, folder, capture)) {
    complete += result.withScrolling === SECTIONS ? 1 : 0;
    printScrollResult(result);
  }
  console.log(`\n${complete} of ${pages.length} pages show all ${SECTIONS} sections.`);
}

/** Returns the pages whose package contains one of the names, or all pages when there are no names. */
function select<Page extends PackagePage>(pages: readonly Page[], names: string[]): Page[] {
  return pages.filter(
    (page) => names.length === 0 || names.some((name) => page.package.includes(name)),
  );
}

function printResult(result: Result): void {
  const { page, remainingPixels, failure } = result;
  const removed = isRemoved(result) ? "yes" : "no";
  const outcome = isVisible(result)
    ? ["yes", removed, String(remainingPixels)]
    : ["no", "–", briefly(failure)];
  printLine([page.package, page.version, page.language, page.kind, ...outcome]);
}

function printScrollResult({ page, failure, ...counts }: ScrollResult): void {
  const { withoutScrolling, withScrolling } = counts;
  const outcome = [withoutScrolling, withScrolling].map((count) => `${count} of ${SECTIONS}`);
  const cells = failure === undefined ? outcome : ["–", briefly(failure)];
  printLine([page.package, page.version, page.kind, ...cells]);
}

/** Returns the first two lines of a failure. */
function briefly(failure = ""): string {
  return failure.split("\n", 2).join(" ");
}

function printHead(part: Part, cells: string[]): void {
  console.log(`\n${part}\n`);
  const head = ["package", "version", ...cells];
  printLine(head);
  printLine(head.map(() => "---"));
}

function printLine(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
