// Pages that never stop moving on: from some point on they are held, and shown as they are then.
import type { Frame } from "@cloudflare/puppeteer";
import { documentLoaded, hasLoaded } from "../in-page/measure.ts";
import { forgetShots } from "../shoot/shot.ts";
import type { Tab } from "../tab.ts";

/** Pages that lead on before they have loaded: sign-ins do so a few times, more often only what never ends. */
const MOVES_BEFORE_LOAD = 10;

/** One move under the shot may be the page's last; a second one tells that there will be more. */
const MOVES_UNDER_SHOT = 2;

/** What is said when the document that was asked is replaced by the next while it answers. */
const MOVED_ON =
  /Execution context was destroyed|Cannot find context with specified id|Execution context is not available|Inspected target navigated or closed|Not attached to an active page/;

export function isNavigationError(error: unknown): boolean {
  return error instanceof Error && MOVED_ON.test(error.message);
}

/**
 * No script of the page runs any more; what it leads to is stopped once it has loaded, for Chromium never draws a
 * document that was stopped halfway.
 */
export async function freezePage(tab: Tab): Promise<void> {
  const { page, cdp } = tab;
  await disableScripts(tab);
  // Not awaited in the page, where nothing is called any more.
  const loaded = new Promise((resolve) => cdp.once("Page.loadEventFired", resolve));
  if (!(await page.evaluate(hasLoaded))) await loaded;
  await cdp.send("Page.stopLoading").catch((error: unknown) => {
    // The next document has come already: there is nothing left to be stopped.
    if (!isNavigationError(error)) throw error;
  });
}

/** Runs the navigation; a page that never gets to load because it leads on is held, and loads without its scripts. */
export async function stopNavigationLoop<T>(tab: Tab, navigation: () => Promise<T>): Promise<T> {
  let moves = 0;
  const stopWatching = watchMoves(tab, () => {
    moves += 1;
    // It may go before it hears of it; the next document will.
    if (moves >= MOVES_BEFORE_LOAD) disableScripts(tab).catch(() => {});
  });
  return navigation().finally(stopWatching);
}

/** Runs the shot, and again whenever the page has moved on under it, held at last. */
export async function repeatShotOnNavigation<T>(tab: Tab, shot: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (error: unknown) => {
    // Where the page moved on, another shot follows, or the capture's time ends.
    if (!isNavigationError(error)) reject(error);
  };
  let moves = 0;
  const stopWatching = watchMoves(tab, () => {
    moves += 1;
    forgetShots(tab);
    const settled = moves < MOVES_UNDER_SHOT ? tab.page.evaluate(documentLoaded) : freezePage(tab);
    settled.then(shot).then(resolve, fail);
  });
  shot().then(resolve, fail);
  return promise.finally(stopWatching);
}

async function disableScripts({ cdp }: Tab): Promise<void> {
  await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
}

/** Calls `onMove` for each document that the page goes on to. Returns what ends it. */
function watchMoves({ page }: Tab, onMove: () => void): () => void {
  const onNavigated = (frame: Frame) => {
    if (frame.parentFrame() === null) onMove();
  };
  page.on("framenavigated", onNavigated);
  return () => void page.off("framenavigated", onNavigated);
}
