// Hides elements of a loaded page and adds the caller's styles and scripts.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { adoptStyles, hideElements } from "../in-page/adopt-styles.ts";
import { frameDrawn } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** Maximum wait for a frame. A page that draws frames more slowly is captured without this wait. */
const FRAME_LIMIT_MS = 200;

/** Ignores errors of the caller's scripts, and the capture continues. */
export async function injectAssets(
  tab: Tab,
  options: CaptureOptions,
  budget: Budget,
): Promise<void> {
  const { hide_selectors: hidden = [], styles, scripts } = options;
  if (hidden.length > 0)
    await budget.run("capture", () => evaluateIsolated(tab, hideElements, hidden));
  if (styles !== undefined)
    await budget.run("capture", () => evaluateIsolated(tab, adoptStyles, styles));
  if (scripts === undefined) return;
  // Evaluate as one script: this allows top-level declarations, and Chromium awaits a resulting promise.
  await budget.run("capture", () =>
    tab.cdp.send("Runtime.evaluate", {
      expression: scripts,
      awaitPromise: true,
      allowUnsafeEvalBlockedByCSP: true,
    }),
  );
  // A script may have scrolled. The window shows the new position only in the next frame.
  await budget.run("capture", () => evaluateIsolated(tab, frameDrawn, FRAME_LIMIT_MS));
}
