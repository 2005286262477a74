// Makes the elements invisible that a comparison ignores.
import type { Budget } from "../budget.ts";
import { makeInvisible } from "../in-page/adopt-styles.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { CaptureRequest } from "../request.ts";
import type { Tab } from "../tab.ts";

/** Runs when the page is complete, so that it reaches shadow roots that the page created late. */
export async function hideIgnored(
  tab: Tab,
  { invisibleSelectors }: Pick<CaptureRequest, "invisibleSelectors">,
  budget: Budget,
): Promise<void> {
  if (invisibleSelectors === undefined) return;
  await budget.run("capture", () => evaluateIsolated(tab, makeInvisible, invisibleSelectors));
}
