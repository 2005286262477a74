// Finds banners that a page inserts or shows between the sweep and the screenshot.
import { hasSubject } from "./banners.ts";
import { isRevokeLabel } from "./revoke-tabs.ts";
import { treesIn } from "./trees.ts";

/** Maximum number of searches. A page that changes its texts all the time must not be slowed down. */
const MAX_SEARCHES = 30;

/** Maximum length of a banner's text. Longer texts are content. */
const MAX_TEXT = 20_000;

let observer: MutationObserver | undefined;
let searches = 0;

/**
 * Calls `search` when an element with a banner's subject is inserted or changes its classes or styles. The browser calls
 * observers before it paints. Has no effect when the document is already watched.
 */
export function watchForBanners(search: () => void): void {
  if (observer !== undefined) return;
  observer = new MutationObserver((records) => {
    if (searches >= MAX_SEARCHES || !records.some(isAboutBanner)) return;
    searches += 1;
    search();
  });
  observer.observe(document, {
    attributeFilter: ["class", "hidden", "open", "style"],
    characterData: true,
    childList: true,
    subtree: true,
  });
}

function isAboutBanner({ type, target, addedNodes }: MutationRecord): boolean {
  // Ignore hidden elements, because hiding a banner also changes its style.
  if (target instanceof Element && !target.checkVisibility()) return false;
  if (type !== "childList") return isBannerText(target);
  return [...addedNodes].some(isBannerText);
}

function isBannerText(node: Node): boolean {
  if (node === document.body || node === document.documentElement) return false;
  const text = node.textContent ?? "";
  if (text.length > MAX_TEXT) return false;
  if (hasSubject(text) || isRevokeLabel(text.trim())) return true;
  if (!(node instanceof Element)) return false;
  return [...treesIn(node)].some(
    (tree) => tree instanceof ShadowRoot && hasSubject(tree.textContent ?? ""),
  );
}
