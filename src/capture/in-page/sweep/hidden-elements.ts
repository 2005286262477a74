// What has been hidden in this document, remembered from one sweep to the next.
import type { Category, Removed } from "./plan.ts";

const GONE = "display: none !important; visibility: hidden !important;";

/** A page that insists more often gets its way: two that answer each other at once would never end. */
const MAX_RETURNS = 300;

/** Elements all; records of changes name nodes. */
const hidden = new Map<Node, Category>();
const sheet = new CSSStyleSheet();
/** What banners said that a page may put back under another name. */
const banners = new Set<string>();
let returns = 0;
let observer: MutationObserver | undefined;

/** Hides an element, however its own style insists. Returns whether it was in sight. */
export function hide(element: Element, category: Category): boolean {
  if (element === document.documentElement || element === document.body) return false;
  const wasSeen = isSeen(element);
  const { style } = element as HTMLElement | SVGElement;
  style.setProperty("display", "none", "important");
  if (!wasSeen) return false;
  // Counted once, with the outermost of what was hidden.
  hidden.set(element, category);
  keepHidden();
  return true;
}

/** To be called before it is hidden: what says the same, and comes later, is hidden, too. */
export function rememberBanner(element: Element): void {
  const text = element.textContent.trim();
  if (text !== "") banners.add(text);
}

/** From now on what was hidden is hidden again when the page shows it. */
function keepHidden(): void {
  if (observer !== undefined) return;
  observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      hideAgain(target, hidden.get(target));
      for (const node of addedNodes) hideAgain(node, hidden.get(node) ?? returnedBanner(node));
    }
  });
  observer.observe(document, {
    attributeFilter: ["class", "hidden", "style"],
    childList: true,
    subtree: true,
  });
}

function hideAgain(node: Node, category: Category | undefined): void {
  if (category === undefined || returns >= MAX_RETURNS || !isSeen(node as Element)) return;
  returns += 1;
  // In its place: what it was before is not counted a second time.
  for (const [gone, itsCategory] of hidden)
    if (itsCategory === category && !gone.isConnected) hidden.delete(gone);
  hide(node as Element, category);
}

function returnedBanner(node: Node): Category | undefined {
  if (banners.size === 0 || !(node instanceof HTMLElement)) return undefined;
  return banners.has(node.textContent.trim()) ? "cookie_banners" : undefined;
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
    if (!isSeen(element as Element)) removed[category] = (removed[category] ?? 0) + 1;
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
