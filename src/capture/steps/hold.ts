// Pages that never stop moving on: from some point on they are held, and shown as they are then.
import type { Frame } from "@cloudflare/puppeteer";
import { documentLoaded } from "../in-page/measure.ts";
import { forgetShots } from "../shoot/shot.ts";
import type { Tab } from "../tab.ts";

/** One move under the shot may be the page's last; a second one tells that there will be more. */
const MOVES_UNDER_SHOT = 2;

/** What is said when the document that was asked is replaced by the next while it answers. */
const MOVED_ON =
  /Execution context was destroyed|Cannot find context with specified id|Execution context is not available|Inspected target navigated or closed|Not attached to an active page/;

export function hasMovedOn(error: unknown): boolean {
  return error instanceof Error && MOVED_ON.test(error.message);
}

/** No script of the page runs any more, and no navigation that it has begun goes on. */
export async function hold({ cdp }: Tab): Promise<void> {
  await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
  await cdp.send("Page.stopLoading").catch((error: unknown) => {
    // The next document has come already: there is nothing left to be stopped.
    if (!hasMovedOn(error)) throw error;
  });
}

/** Runs the shot, and again whenever the page has moved on under it, held at last. */
export async function holdDuring<T>(tab: Tab, shot: () => Promise<T>): Promise<T> {
  const { page } = tab;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (error: unknown) => {
    // Where the page moved on, another shot follows, or the capture's time ends.
    if (!hasMovedOn(error)) reject(error);
  };
  let moves = 0;
  const onMoved = (frame: Frame) => {
    if (frame.parentFrame() !== null) return;
    moves += 1;
    forgetShots(tab);
    const settled = moves < MOVES_UNDER_SHOT ? page.evaluate(documentLoaded) : hold(tab);
    settled.then(shot).then(resolve, fail);
  };
  page.on("framenavigated", onMoved);
  shot().then(resolve, fail);
  return promise.finally(() => page.off("framenavigated", onMoved));
}
