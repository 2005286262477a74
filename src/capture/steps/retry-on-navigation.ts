// Pages that move on by themselves: what was asked of the old document is asked again of the new one.
import type { Budget } from "../budget.ts";
import { documentLoaded } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";
import { isNavigationError, freezePage } from "./freeze-page.ts";

/** A page that moves on more often never settles: it is held and shown as it is then. */
const MAX_MOVES = 5;

/** What was on its way already may still arrive; a page that goes on for so long cannot be held. */
const MAX_MOVES_HELD = 20;

/** Runs the steps, and again on the next document when the page moved on under them. They hear whether it is held. */
export async function retryOnNavigation<T>(
  tab: Tab,
  budget: Budget,
  steps: (isHeld: boolean) => Promise<T>,
): Promise<T> {
  let next = () => steps(false);
  for (let moves = 0; ; moves += 1) {
    try {
      return await next();
    } catch (error) {
      // Everything else is a fault of its own.
      if (moves >= MAX_MOVES_HELD || !isNavigationError(error)) throw error;
    }
    const isHeld = moves >= MAX_MOVES;
    next = async () => {
      if (isHeld) await budget.run("capture", () => freezePage(tab));
      else await budget.run("navigation", () => tab.page.evaluate(documentLoaded));
      return steps(isHeld);
    };
  }
}
