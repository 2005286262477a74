// What the caller wants done and waited for once the page has loaded (SPEC.md "Capture options", rules 2 and 4).
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { addStyles, hideElements } from "../in-page/adopt-styles.ts";
import type { Tab } from "../tab.ts";

/** Adds the caller's styles and scripts and hides what is to be hidden. A script that throws is the page's affair. */
export async function dress({ page, cdp }: Tab, options: CaptureOptions, budget: Budget): Promise<void> {
  const { styles, scripts, hide_selectors: hidden } = options;
  if (hidden !== undefined) await budget.run("capture", () => page.evaluate(hideElements, hidden));
  if (styles !== undefined) await budget.run("capture", () => page.evaluate(addStyles, styles));
  if (scripts === undefined) return;
  // Evaluated as a whole script and awaited, so that top-level declarations and promises work.
  await budget.run("capture", () =>
    cdp.send("Runtime.evaluate", { expression: scripts, awaitPromise: true, allowUnsafeEvalBlockedByCSP: true }),
  );
}

export async function wait({ page }: Tab, options: CaptureOptions, budget: Budget): Promise<void> {
  const { wait_for_selector: selector, delay: delayMs } = options;
  if (selector !== undefined) {
    await budget.run("wait_for_selector", () => page.waitForSelector(selector, { timeout: 0 }));
  }
  if (delayMs > 0) {
    await budget.run("delay", () => new Promise((resolve) => setTimeout(resolve, delayMs)));
  }
}
