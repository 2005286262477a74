// Runs in the captured page before a capture of an element or a clip: hides the fixed elements outside the window.
import type { hideOutsideParts } from "./hide-outside-parts.ts";

/**
 * Hides closed menus and similar elements, which an image outside the window would show over the captured part. Keeps those
 * around the first element that matches `selector`. Does nothing if the window shows all of `area`, in pixels of the document.
 * Changes the page permanently.
 */
export function hideClosedParts(
  selector: string,
  area: { x: number; y: number; width: number; height: number },
  hideOutside: typeof hideOutsideParts,
): void {
  const [left, top] = [area.x - scrollX, area.y - scrollY];
  const [right, bottom] = [left + area.width, top + area.height];
  if (Math.min(left, top) >= 0 && right <= innerWidth && bottom <= innerHeight) return;
  const kept = new Set<Element>();
  const selected = selector === "" ? undefined : dom.all(selector)[0];
  for (let at = selected ?? null; at !== null; at = dom.parentOf(at)) kept.add(at);
  const isFixed = (element: Element) => getComputedStyle(element).position === "fixed";
  hideOutside(dom.elements().filter((element) => !kept.has(element) && isFixed(element)));
}
