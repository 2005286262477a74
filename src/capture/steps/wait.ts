// Waits for the caller's conditions.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { matchState } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";
import { pause } from "../../lib/pause.ts";

/** Milliseconds between two checks of the page. */
const POLL_MS = 50;

type State = ReturnType<typeof matchState>;

/** Waits for `wait_for_selector`, then for `wait_for_hidden`, then for `delay`. */
export async function wait(tab: Tab, options: CaptureOptions, budget: Budget): Promise<void> {
  const {
    wait_for_selector: selector,
    wait_for_selector_visible: isVisible,
    wait_for_hidden: hiddenSelector,
    delay: delayMs,
  } = options;
  if (selector !== undefined) {
    const isMet = (state: State) => (isVisible ? state === "visible" : state !== "none");
    await budget.run("wait_for_selector", () => waitForState(tab, selector, isMet));
  }
  if (hiddenSelector !== undefined) {
    const isMet = (state: State) => state !== "visible";
    await budget.run("wait_for_hidden", () => waitForState(tab, hiddenSelector, isMet));
  }
  if (delayMs > 0) await budget.run("delay", () => pause(delayMs));
}

/** Checks the page from here: on a frozen page, timers inside the page do not run. */
async function waitForState(
  tab: Tab,
  selector: string,
  isMet: (state: State) => boolean,
): Promise<void> {
  while (!isMet(await evaluateIsolated(tab, matchState, selector))) await pause(POLL_MS);
}
