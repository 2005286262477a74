// Reverts the changes that a dialog makes to the page behind it: locked scrolling, blurs and backdrops.
import { hide } from "./hidden-elements.ts";
import type { Category } from "./plan.ts";
import { treesIn } from "./trees.ts";

/** Minimum share of the window that a backdrop covers. A blur must cover at least half of this share. */
const BACKDROP_SHARE = 0.8;

/** Maximum number of descendants of a new element that may be a backdrop. */
const MAX_PARTS = 20;

/** Unlocks scrolling, removes blurs and hides backdrops. Backdrops are counted under `category`. */
export function unlock(category: Category): void {
  unlockScrolling();
  const blurred = new Map<string, HTMLElement[]>();
  const body = dom.get(document, "body");
  const elements = [...treesIn(body)].flatMap((tree) => dom.all("*", tree));
  for (const element of [body, ...elements]) {
    const style = getComputedStyle(element);
    const { filter } = style;
    if (filter.includes("blur(")) blurred.set(filter, [...(blurred.get(filter) ?? []), element]);
    if (isBackdrop(element, style)) hide(element, category);
  }
  for (const elements of blurred.values()) unblur(elements);
}

/** Hides the backdrops among an element and its descendants, which appear after their dialog. */
export function hideBackdrops(element: Element, category: Category): void {
  for (const part of [element, ...dom.all("*", element).slice(0, MAX_PARTS)])
    if (isBackdrop(part, getComputedStyle(part))) hide(part, category);
}

/** Removes a blur from all elements that share it, such as header, content and footer, if one of them is large. */
function unblur(elements: HTMLElement[]): void {
  if (!elements.some((element) => covers(element, BACKDROP_SHARE / 2))) return;
  for (const element of elements) {
    dom.get(element, "style").setProperty("filter", "none", "important");
  }
}

function unlockScrolling(): void {
  for (const element of dom.all(":root, :root > body")) {
    const { overflowY, position } = getComputedStyle(element);
    const style = dom.get(element, "style");
    if (overflowY === "hidden" || overflowY === "clip") {
      style.setProperty("overflow-y", "visible", "important");
      // With `visible` in one direction, `clip` is the only other value that still hides overflow.
      style.setProperty("overflow-x", "clip", "important");
    }
    if (position === "fixed") {
      style.setProperty("position", "static", "important");
      style.setProperty("width", "auto", "important");
    }
  }
}

/** Returns whether the element is empty, translucent and covers the page. */
function isBackdrop(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "fixed" && style.position !== "absolute") return false;
  if (dom.get(element, "childElementCount") > 0) return false;
  if (dom.get(element, "textContent")?.trim() !== "") return false;
  const name = dom.get(element, "localName");
  if (/^(?:img|video|canvas|iframe|svg|object|embed)$/.test(name)) return false;
  if (style.position === "absolute" && Number(style.zIndex) < 10) return false;
  return (
    covers(element, BACKDROP_SHARE) && (isTranslucent(style) || style.backdropFilter !== "none")
  );
}

function isTranslucent({
  backgroundColor,
  backgroundImage,
  opacity,
}: CSSStyleDeclaration): boolean {
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor)?.[1];
  const paints = alpha !== "0" && backgroundImage === "none";
  return paints && (Number(opacity) < 1 || (alpha !== undefined && Number(alpha) < 1));
}

function covers(element: Element, share: number): boolean {
  const { left, top, right, bottom } = dom.rect(element);
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return width > 0 && height > 0 && width * height >= share * innerWidth * innerHeight;
}
