// Waits for the caller's conditions.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import type { Tab } from "../tab.ts";

/** Waits for `wait_for_selector`, then for `wait_for_hidden`, then for `delay`. */
export async function wait({ page }: Tab, options: CaptureOptions, budget: Budget): Promise<void> {
  const {
    wait_for_selector: selector,
    wait_for_selector_visible: visible,
    wait_for_hidden: hiddenSelector,
    delay: delayMs,
  } = options;
  if (selector !== undefined) {
    await budget.run("wait_for_selector", () =>
      page.waitForSelector(selector, { timeout: 0, visible }),
    );
  }
  if (hiddenSelector !== undefined) {
    await budget.run("wait_for_hidden", () =>
      page.waitForSelector(hiddenSelector, { timeout: 0, hidden: true }),
    );
  }
  if (delayMs > 0) {
    await budget.run("delay", () => new Promise((resolve) => setTimeout(resolve, delayMs)));
  }
}
