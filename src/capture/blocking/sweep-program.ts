// Calls the functions of the sweep program (in-page/sweep) in a document, in a world that page scripts cannot reach.
import type { Frame } from "@cloudflare/puppeteer";
import { isolatedWorldOf } from "../isolated-world.ts";
import type { Removed, SweepPlan, SweepResult } from "../in-page/sweep/plan.ts";

/** Sweeps a document. Installs the program with `sweepScript` when the document was created before the capture. */
export async function runSweep(
  frame: Frame,
  sweepScript: string,
  plan: SweepPlan,
): Promise<SweepResult> {
  const expression = call(`sweep(${JSON.stringify(plan)})`);
  return (
    (await evaluate<SweepResult | undefined>(frame, expression)) ??
    evaluate<SweepResult>(frame, `${sweepScript}; ${expression}`)
  );
}

/** Hides the frames with these addresses that cover the page. */
export async function hideBannerFrames(frame: Frame, addresses: string[]): Promise<void> {
  await evaluate(frame, call(`hideBannerFrames(${JSON.stringify(addresses)})`));
}

/** Returns how many elements are hidden now, or undefined when the document does not have the program. */
export async function countRemoved(frame: Frame): Promise<Removed | undefined> {
  return evaluate<Removed | undefined>(frame, call("countRemoved()"));
}

function call(expression: string): string {
  return `globalThis.edgeshotSweep?.${expression}`;
}

async function evaluate<T>(frame: Frame, expression: string): Promise<T> {
  return isolatedWorldOf(frame).evaluate(expression) as Promise<T>;
}
