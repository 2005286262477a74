// Before more than the window is photographed: nothing may be left out because it is far away.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { expandPage as expandInPage } from "../in-page/expand-page.ts";
import type { Tab } from "../tab.ts";

export async function expandPage(
  { page }: Tab,
  { full_page: whole, selector, clip }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (!whole && selector === undefined && clip === undefined) return;
  await budget.run("capture", () => page.evaluate(expandInPage, whole));
}
