// Scrolls through the page where asked to (SPEC.md full_page_scroll).
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { scrollThrough } from "../in-page/scroll-through.ts";
import type { Tab } from "../tab.ts";

/** A page that grows for ever is walked this far. */
const MAX_HEIGHT_PX = 50_000;

/** The walk may take this share of the time that is left; the picture needs the rest. */
const SHARE_OF_TIME = 0.6;

export async function scroll(
  { page }: Tab,
  options: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (options.full_page_scroll !== true) return;
  const plan = {
    stepPx: options.full_page_scroll_by ?? 0,
    delayMs: options.full_page_scroll_delay,
    maxHeightPx: options.full_page_max_height || MAX_HEIGHT_PX,
    limitMs: budget.leftMs * SHARE_OF_TIME,
  };
  await budget.run("scroll", () => page.evaluate(scrollThrough, plan));
}
