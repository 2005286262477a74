// Prepares the parts of a page outside the viewport, so that a shot can include them.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { completePage } from "../in-page/complete-page.ts";
import { expandDocument } from "../in-page/expand-document.ts";
import { findScrollers } from "../in-page/find-scrollers.ts";
import { hideClosedParts } from "../in-page/hide-closed-parts.ts";
import { hideOutsideParts } from "../in-page/hide-outside-parts.ts";
import { isInPlace } from "../in-page/is-in-place.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** Makes the browser draw content outside the viewport. Applies to full-page, element and clip captures. */
export async function expandPage(
  tab: Tab,
  { full_page: isFullPage, selector, clip }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (!isFullPage && selector === undefined && clip === undefined) return;
  await budget.run("capture", () => evaluateIsolated(tab, expandDocument, isFullPage));
}

/**
 * Prepares the page for an image of its parts outside the window. Run after the scroll: some pages listen to their scrolling
 * element.
 */
export async function completeParts(
  tab: Tab,
  { full_page: isFullPage, selector, clip, format }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (format === "pdf" || (!isFullPage && selector === undefined && clip === undefined)) return;
  await budget.run("capture", () =>
    isFullPage
      ? evaluateIsolated(tab, completePage, false, findScrollers, isInPlace, hideOutsideParts)
      : evaluateIsolated(tab, hideClosedParts, selector ?? "", hideOutsideParts),
  );
}
