// Hides elements and stores them across sweeps. Elements that the page shows again are hidden again.
import type { Category, Removed } from "./plan.ts";

const HIDDEN_STYLE = "display: none !important; visibility: hidden !important;";

/** Maximum number of times that elements are hidden again. Without a limit, two observers could run forever. */
const MAX_REPEATS = 300;

/** Every key is an element. The key type is Node because mutation records contain nodes. */
const hidden = new Map<Node, Category>();
const sheet = new CSSStyleSheet();
/** Hides the host of a shadow tree whose own important styles show it. The id makes the selector more specific. */
const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(":host(:not(#_)) { display: none !important; }");
/** The texts of hidden banners. They identify a banner that the page inserts again with other class names. */
const bannerTexts = new Set<string>();
let repeats = 0;
let observer: MutationObserver | undefined;

/**
 * Hides an element and overrides its own style. Returns whether the element was visible. Pass `wasVisible` for an element
 * whose content is in a closed shadow tree.
 */
export function hide(
  element: Element,
  category: Category,
  wasVisible = isVisible(element),
): boolean {
  if (dom.get(element, "matches")(":root, :root > body")) return false;
  dom.get(element as HTMLElement, "style").setProperty("display", "none", "important");
  const shadowRoot = dom.shadowRootOf(element);
  if (shadowRoot !== null && isVisible(element))
    dom.get(shadowRoot, "adoptedStyleSheets").push(hostSheet);
  if (!wasVisible) return false;
  // Invisible descendants of a hidden element are not stored, so that each removal counts once.
  hidden.set(element, category);
  observeChanges();
  return true;
}

/** Stores the banner's text, so that later elements with this text are hidden. Must be called before `hide`. */
export function rememberBanner(element: Element): void {
  const text = dom.get(element, "textContent").trim();
  if (text !== "") bannerTexts.add(text);
}

/** Starts to hide elements again when the page shows or inserts them. */
function observeChanges(): void {
  if (observer !== undefined) return;
  observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      hideAgain(target, hidden.get(target));
      for (const node of addedNodes) hideAgain(node, hidden.get(node) ?? findBannerCategory(node));
    }
  });
  observer.observe(document, {
    attributeFilter: ["class", "hidden", "style"],
    childList: true,
    subtree: true,
  });
}

function hideAgain(node: Node, category: Category | undefined): void {
  if (category === undefined || repeats >= MAX_REPEATS || !isVisible(node as Element)) return;
  repeats += 1;
  // The new element replaces removed ones, so that a banner counts once.
  for (const [other, otherCategory] of hidden)
    if (otherCategory === category && !dom.get(other, "isConnected")) hidden.delete(other);
  hide(node as Element, category);
}

function findBannerCategory(node: Node): Category | undefined {
  if (bannerTexts.size === 0 || !(node instanceof HTMLElement)) return undefined;
  return bannerTexts.has(dom.get(node, "textContent").trim()) ? "cookie_banners" : undefined;
}

/** Hides all matching elements, now and later. Ignores selectors that the browser does not support. */
export function hideBySelectors(selectors: readonly string[]): void {
  // Use one rule per selector: an unsupported selector invalidates its whole rule.
  for (const selector of selectors) addRule(selector, HIDDEN_STYLE);
}

/** Adds a style rule to the document. Ignores rules that the browser does not support. */
export function addRule(selector: string, declarations: string): void {
  try {
    sheet.insertRule(`${selector} { ${declarations} }`);
  } catch {
    return;
  }
  const adoptedStyleSheets = dom.get(document, "adoptedStyleSheets");
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

/** Returns whether an element of the category has been hidden. */
export function hasHidden(category: Category): boolean {
  return [...hidden.values()].includes(category);
}

/** Counts the elements that are hidden now. A page may have shown some of them again. */
export function countRemoved(): Removed {
  const removed: Removed = {};
  for (const [element, category] of hidden) {
    if (!isVisible(element as Element)) removed[category] = (removed[category] ?? 0) + 1;
  }
  return removed;
}

/** Returns whether the element or one of its descendants has a size. */
export function isVisible(element: Element): boolean {
  if (!dom.get(element, "isConnected")) return false;
  const { width, height } = dom.rect(element);
  if (width > 0 && height > 0) return true;
  if (dom.get(element, "getClientRects")().length === 0) return false;
  const shadowRoot = dom.shadowRootOf(element);
  if (shadowRoot !== null && dom.childrenOf(shadowRoot).length > 0) return true;
  return dom.childrenOf(element).some(isVisible);
}
