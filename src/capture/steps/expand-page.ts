// Prepares the parts of a page outside the viewport, so that a shot can include them.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { expandDocument } from "../in-page/expand-document.ts";
import { scrollThrough } from "../in-page/scroll-through.ts";
import type { Tab } from "../tab.ts";

/** Limits the scrolling of pages with endless content. */
const MAX_SCROLL_HEIGHT_PX = 50_000;

/** Scrolling may use this share of the remaining time; the shot needs the rest. */
const SCROLL_TIME_SHARE = 0.6;

/** Makes the browser draw content outside the viewport. Applies to full-page, element and clip captures. */
export async function expandPage(
  { page }: Tab,
  { full_page: isFullPage, selector, clip }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (!isFullPage && selector === undefined && clip === undefined) return;
  await budget.run("capture", () => page.evaluate(expandDocument, isFullPage));
}

/** Scrolls through the page to load lazy content (SPEC.md `full_page_scroll`). */
export async function scrollPage(
  { page }: Tab,
  options: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (options.full_page_scroll !== true) return;
  const plan = {
    stepPx: options.full_page_scroll_by ?? 0,
    delayMs: options.full_page_scroll_delay,
    maxHeightPx: options.full_page_max_height || MAX_SCROLL_HEIGHT_PX,
    limitMs: budget.leftMs * SCROLL_TIME_SHARE,
  };
  await budget.run("scroll", () => page.evaluate(scrollThrough, plan));
}
