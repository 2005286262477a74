// Handles pages that keep navigating: after a number of navigations, their scripts stop and the current document is captured.
import type { Protocol } from "devtools-protocol";
import { documentLoaded, hasLoaded } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import { discardPendingShots } from "../shots.ts";
import type { Tab } from "../tab.ts";

/** Sign-in pages navigate a few times before they load. More navigations indicate an endless loop. */
const MAX_NAVIGATIONS_BEFORE_LOAD = 10;

/** One navigation during the shot may be the last; a second navigation indicates a loop. */
const MAX_NAVIGATIONS_DURING_SHOT = 2;

/** Errors of puppeteer and Chromium when a navigation replaces the document during a command. */
const NAVIGATION_ERRORS =
  /Execution context was destroyed|Cannot find context with specified id|Execution context is not available|Inspected target navigated or closed|Not attached to an active page/;

export function isNavigationError(error: unknown): boolean {
  return error instanceof Error && NAVIGATION_ERRORS.test(error.message);
}

/**
 * Disables the page's scripts and aborts further navigations, such as those of a meta element. Waits until the current
 * document has loaded, because Chromium never draws a document that was stopped before.
 */
export async function freezePage(tab: Tab): Promise<void> {
  await Promise.all([disableScripts(tab), tab.traffic.stopNavigation()]);
  // Await the protocol event: listeners inside the page no longer run.
  const loaded = new Promise((resolve) => tab.cdp.once("Page.loadEventFired", resolve));
  if (!(await evaluateIsolated(tab, hasLoaded))) await loaded;
}

/** Runs the navigation and disables the page's scripts when they navigate in a loop before the page has loaded. */
export async function stopNavigationLoop<T>(tab: Tab, navigation: () => Promise<T>): Promise<T> {
  let navigations = 0;
  const stopWatching = watchNavigations(tab, () => {
    navigations += 1;
    // The document may be replaced before the command arrives; the next navigation repeats the command.
    if (navigations >= MAX_NAVIGATIONS_BEFORE_LOAD) disableScripts(tab).catch(() => {});
  });
  return navigation().finally(stopWatching);
}

/**
 * Takes the shot, and repeats it each time the page navigates during the shot. Freezes the page when it navigates
 * repeatedly.
 */
export async function repeatShotOnNavigation<T>(tab: Tab, shot: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (error: unknown) => {
    // After a navigation another shot follows, or the capture's time expires.
    if (!isNavigationError(error)) reject(error);
  };
  let navigations = 0;
  const stopWatching = watchNavigations(tab, () => {
    navigations += 1;
    discardPendingShots(tab);
    const isLoop = navigations >= MAX_NAVIGATIONS_DURING_SHOT;
    const ready = isLoop ? freezePage(tab) : evaluateIsolated(tab, documentLoaded);
    ready.then(shot).then(resolve, fail);
  });
  shot().then(resolve, fail);
  return promise.finally(stopWatching);
}

async function disableScripts({ cdp }: Tab): Promise<void> {
  await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
}

/**
 * Calls `onNavigation` for each new document of the page. Returns a function that removes the listener. Uses the protocol's
 * event, because puppeteer's also reports navigation within a document, such as history.replaceState().
 */
function watchNavigations({ cdp }: Tab, onNavigation: () => void): () => void {
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.parentId === undefined) onNavigation();
  };
  cdp.on("Page.frameNavigated", onNavigated);
  return () => void cdp.off("Page.frameNavigated", onNavigated);
}
