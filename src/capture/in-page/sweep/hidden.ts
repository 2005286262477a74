// What has been hidden in this document, remembered from one sweep to the next.
import type { Category, Removed } from "./plan.ts";

const GONE = "display: none !important; visibility: hidden !important;";

const hidden = new Map<Element, Category>();
const sheet = new CSSStyleSheet();

/** Hides an element, however its own style insists. Returns whether it was in sight. */
export function hide(element: Element, category: Category): boolean {
  if (element === document.documentElement || element === document.body) return false;
  const wasSeen = isSeen(element);
  const { style } = element as HTMLElement | SVGElement;
  style.setProperty("display", "none", "important");
  // Counted once, with the outermost of what was hidden.
  if (wasSeen) hidden.set(element, category);
  return wasSeen;
}

/** Hides whatever matches, now and later. Selectors that this browser cannot read are left out. */
export function hideLater(selectors: readonly string[]): void {
  // One rule a selector: a rule with a selector that is unknown would be dropped whole.
  for (const selector of selectors) addRule(selector, GONE);
}

export function addRule(selector: string, declarations: string): void {
  try {
    sheet.insertRule(`${selector} { ${declarations} }`);
  } catch {
    // No CSS, or none that this browser knows: the rule means nothing here.
    return;
  }
  const { adoptedStyleSheets } = document;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

/** What is hidden at this moment: a page may have put back what was hidden. */
export function countRemoved(): Removed {
  const removed: Removed = {};
  for (const [element, category] of hidden) {
    if (!isSeen(element)) removed[category] = (removed[category] ?? 0) + 1;
  }
  return removed;
}

/** Takes up room, or holds something that does. */
export function isSeen(element: Element): boolean {
  if (!element.isConnected) return false;
  const { width, height } = element.getBoundingClientRect();
  if (width > 0 && height > 0) return true;
  if (element.getClientRects().length === 0) return false;
  return [...element.children].some(isSeen) || (element.shadowRoot?.childElementCount ?? 0) > 0;
}
