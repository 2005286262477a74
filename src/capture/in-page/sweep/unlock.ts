// Reverts the changes that a dialog makes to the page behind it: locked scrolling, blurs and backdrops.
import { hide } from "./hidden-elements.ts";
import type { Category } from "./plan.ts";
import { treesIn } from "./trees.ts";

/** Minimum share of the window that a backdrop covers. A blur must cover at least half of this share. */
const BACKDROP_SHARE = 0.8;

/** Unlocks scrolling, removes blurs and hides backdrops. Backdrops are counted under `category`. */
export function unlock(category: Category): void {
  unlockScrolling();
  const blurred = new Map<string, Element[]>();
  const elements = [...treesIn(document.body)].flatMap((tree) => [...tree.querySelectorAll("*")]);
  for (const element of [document.body, ...elements]) {
    const style = getComputedStyle(element);
    const { filter } = style;
    if (filter.includes("blur(")) blurred.set(filter, [...(blurred.get(filter) ?? []), element]);
    if (isBackdrop(element, style)) hide(element, category);
  }
  for (const elements of blurred.values()) unblur(elements);
}

/** Removes a blur from all elements that share it, such as header, content and footer, if one of them is large. */
function unblur(elements: Element[]): void {
  if (!elements.some((element) => covers(element, BACKDROP_SHARE / 2))) return;
  for (const element of elements) {
    (element as HTMLElement).style.setProperty("filter", "none", "important");
  }
}

function unlockScrolling(): void {
  for (const element of [document.documentElement, document.body]) {
    if (element === null) continue;
    const { overflowY, position } = getComputedStyle(element);
    if (overflowY === "hidden" || overflowY === "clip") {
      element.style.setProperty("overflow-y", "visible", "important");
      // With `visible` in one direction, `clip` is the only other value that still hides overflow.
      element.style.setProperty("overflow-x", "clip", "important");
    }
    if (position === "fixed") {
      element.style.setProperty("position", "static", "important");
      element.style.setProperty("width", "auto", "important");
    }
  }
}

/** Returns whether the element is empty, translucent and covers the page. */
function isBackdrop(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "fixed" && style.position !== "absolute") return false;
  if (element.childElementCount > 0 || element.textContent?.trim() !== "") return false;
  if (/^(?:img|video|canvas|iframe|svg|object|embed)$/.test(element.localName)) return false;
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
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return width > 0 && height > 0 && width * height >= share * innerWidth * innerHeight;
}
