// Prepares the parts of a page outside the viewport, so that a shot can include them.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import type { Area } from "../geometry.ts";
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
 * Prepares the page for a full-page image. Run after the scroll: some pages listen to their scrolling
 * element.
 */
export async function completeParts(
  tab: Tab,
  { full_page: isFullPage, format }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  if (format === "pdf" || !isFullPage) return;
  await budget.run("capture", () =>
    evaluateIsolated(tab, completePage, false, findScrollers, isInPlace, hideOutsideParts),
  );
}

/** Hides closed menus if the image of an element or a clip shows parts outside the window. */
export async function hideMenus(
  tab: Tab,
  { full_page: isFullPage, selector, format }: CaptureOptions,
  area: Area | "viewport",
  budget: Budget,
): Promise<void> {
  if (format === "pdf" || isFullPage || area === "viewport" || area.isInWindow === true) return;
  await budget.run("capture", () =>
    evaluateIsolated(tab, hideClosedParts, selector ?? "", area, hideOutsideParts),
  );
}
