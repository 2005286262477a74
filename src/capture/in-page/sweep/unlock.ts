// What a dialog does to the page behind it, undone: locked scrolling, blurs, shades.
import { hide } from "./hidden-elements.ts";
import type { Category } from "./plan.ts";

/** Share of the window that a shade or a blurred part covers at least. */
const MOST = 0.8;

export function unlock(category: Category): void {
  unlockScrolling();
  const blurred = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element);
    const { filter } = style;
    if (filter.includes("blur(")) blurred.set(filter, [...(blurred.get(filter) ?? []), element]);
    if (isShade(element, style)) hide(element, category);
  }
  for (const elements of blurred.values()) unblur(elements);
}

/** Of the parts that share one blur, a small one goes with a large one: header, content and footer of a page. */
function unblur(elements: Element[]): void {
  if (!elements.some((element) => covers(element, MOST / 2))) return;
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
      // Nothing else lets the other direction stay hidden.
      element.style.setProperty("overflow-x", "clip", "important");
    }
    if (position === "fixed") {
      element.style.setProperty("position", "static", "important");
      element.style.setProperty("width", "auto", "important");
    }
  }
}

/** Lies over the page, lets it shine through, and has nothing to say. */
function isShade(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "fixed" && style.position !== "absolute") return false;
  if (element.childElementCount > 0 || element.textContent?.trim() !== "") return false;
  if (/^(?:img|video|canvas|iframe|svg|object|embed)$/.test(element.localName)) return false;
  if (style.position === "absolute" && Number(style.zIndex) < 10) return false;
  return covers(element, MOST) && (isTranslucent(style) || style.backdropFilter !== "none");
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
