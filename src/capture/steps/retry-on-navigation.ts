// Repeats steps on the next document when the page navigates while they run.
import type { Budget } from "../budget.ts";
import { documentLoaded } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";
import { freezePage, isNavigationError } from "./freeze-page.ts";

/** A page that navigates more often is frozen. */
const MAX_RETRIES_BEFORE_FREEZE = 5;

/** A navigation that started before the freeze may still complete. A page that navigates this often cannot be frozen. */
const MAX_RETRIES = 100;

/**
 * Runs the steps. Repeats them on the next document when the page navigates while they run. `isFrozen` reports whether the
 * page is frozen.
 */
export async function retryOnNavigation<T>(
  tab: Tab,
  budget: Budget,
  steps: (isFrozen: boolean) => Promise<T>,
): Promise<T> {
  let next = () => steps(false);
  for (let retries = 0; ; retries += 1) {
    try {
      return await next();
    } catch (error) {
      if (retries >= MAX_RETRIES || !isNavigationError(error)) throw error;
    }
    const isFrozen = retries >= MAX_RETRIES_BEFORE_FREEZE;
    next = async () => {
      if (isFrozen) await budget.run("capture", () => freezePage(tab));
      else await budget.run("navigation", () => evaluateIsolated(tab, documentLoaded));
      return steps(isFrozen);
    };
  }
}
