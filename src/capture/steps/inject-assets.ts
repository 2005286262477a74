// What is taken from, or added to, a page that has loaded: hidden elements, the caller's styles and scripts.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { adoptStyles, hideElements } from "../in-page/adopt-styles.ts";
import type { Tab } from "../tab.ts";

/** A script that throws is the caller's affair: the page is captured as it is then. */
export async function injectAssets(
  { page, cdp }: Tab,
  options: CaptureOptions,
  budget: Budget,
): Promise<void> {
  const { hide_selectors: hidden = [], styles, scripts } = options;
  if (hidden.length > 0) await budget.run("capture", () => page.evaluate(hideElements, hidden));
  if (styles !== undefined) await budget.run("capture", () => page.evaluate(adoptStyles, styles));
  if (scripts === undefined) return;
  // Evaluated as one script, so that top-level declarations work, and awaited where it ends in a promise.
  await budget.run("capture", () =>
    cdp.send("Runtime.evaluate", {
      expression: scripts,
      awaitPromise: true,
      allowUnsafeEvalBlockedByCSP: true,
    }),
  );
}
