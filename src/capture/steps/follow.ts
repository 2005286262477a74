// Pages that move on by themselves: what was asked of the old document is asked again of the new one.
import type { Budget } from "../budget.ts";
import { documentLoaded } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";

/** A page that moves on more often never settles; the error of its last move is told. */
const MAX_MOVES = 5;

/** What puppeteer says when the document it asked was replaced while it answered. */
const MOVED_ON =
  /Execution context was destroyed|Cannot find context with specified id|Execution context is not available/;

/** Runs the steps, and again on the next document when the page moved on under them. */
export async function follow<T>(
  { page }: Tab,
  budget: Budget,
  steps: () => Promise<T>,
): Promise<T> {
  let next = steps;
  for (let moves = 0; ; moves += 1) {
    try {
      return await next();
    } catch (error) {
      // Everything else is a fault of its own.
      if (moves === MAX_MOVES || !(error instanceof Error && MOVED_ON.test(error.message)))
        throw error;
    }
    next = async () => {
      await budget.run("navigation", () => page.evaluate(documentLoaded));
      return steps();
    };
  }
}
