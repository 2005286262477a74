// Runs in the captured page before a capture of an element or a clip: hides the fixed elements outside the window.
import type { hideOutsideParts } from "./hide-outside-parts.ts";

/**
 * Hides closed menus and similar elements, which an image outside the window would show over the captured part. Keeps those
 * around the first element that matches `selector`. Changes the page permanently.
 */
export function hideClosedParts(selector: string, hideOutside: typeof hideOutsideParts): void {
  const kept = new Set<Element>();
  const selected = selector === "" ? undefined : dom.all(selector)[0];
  for (let at = selected ?? null; at !== null; at = dom.parentOf(at)) kept.add(at);
  const isFixed = (element: Element) => getComputedStyle(element).position === "fixed";
  hideOutside(dom.elements().filter((element) => !kept.has(element) && isFixed(element)));
}
