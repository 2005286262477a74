// Waits for the caller's conditions and for fonts.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { fontsReady } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";

/** A fallback font is better than a failed capture. */
const MAX_FONT_WAIT_MS = 2_000;

/** Waits for `wait_for_selector`, then for `delay` (SPEC.md "Capture options", rule 2). */
export async function wait({ page }: Tab, options: CaptureOptions, budget: Budget): Promise<void> {
  const { wait_for_selector: selector, delay: delayMs } = options;
  if (selector !== undefined) {
    await budget.run("wait_for_selector", () => page.waitForSelector(selector, { timeout: 0 }));
  }
  if (delayMs > 0) {
    await budget.run("delay", () => new Promise((resolve) => setTimeout(resolve, delayMs)));
  }
}

/** Waits until the fonts in use have loaded, for at most 2 seconds. */
export async function waitForFonts({ page }: Tab, budget: Budget): Promise<void> {
  await budget.run("capture", () => page.evaluate(fontsReady, MAX_FONT_WAIT_MS));
}
