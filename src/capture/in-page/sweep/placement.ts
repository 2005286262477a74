// Where banners are: on top of a page, or as a strip along an edge of it.

import { isVisible } from "./hidden-elements.ts";

/** Share of the window's width that a bar spans, and of its width and height that a page covers. */
const FULL_SHARE = 0.9;

/** An open popover is above the page, at any position in the markup. */
const DIALOG =
  'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], :popover-open';

/** Containers for the layout. Other elements, such as `main` and `section`, are content. */
const CONTAINER = /^(?:div|header|footer|form)$|-/;

/**
 * Where an element is. A surface is the body, an element on top of the page, or a container at the edge of one of them, such
 * as the root of an application. Strips and boxes on a surface may be banners.
 */
export type Place = {
  mayBeBanner: boolean;
  /** The surface in whose normal flow the strip is. */
  flow?: HTMLElement;
  surface: HTMLElement | undefined;
};

/** Direct children of an element that is content, and not a container for the layout. */
const TEXT_PARTS = "h1, h2, h3, h4, p, ul, ol, table, pre, blockquote";

/** Returns the place of an element whose parent belongs to `surface`. */
export function placeOf(element: HTMLElement, surface: HTMLElement | undefined): Place {
  const { position } = getComputedStyle(element);
  if (position === "fixed" || position === "sticky" || dom.get(element, "matches")(DIALOG))
    return { mayBeBanner: true, surface: element };
  if (surface === undefined) return { mayBeBanner: false, surface };
  const isOnBody = isBody(surface) && dom.get(element, "parentElement") === surface;
  if (position === "absolute" && (isOnBody || !isPageSized(element)))
    return { mayBeBanner: true, surface };
  const isStrip = spans(element) && (isOnBody || isAtEdge(element, surface));
  const isSurface = isStrip && CONTAINER.test(dom.get(element, "localName")) && !hasText(element);
  return {
    mayBeBanner: isStrip && isBar(element),
    flow: surface,
    surface: isSurface ? surface : undefined,
  };
}

function hasText(element: Element): boolean {
  return dom.childrenOf(element).some((child) => dom.get(child, "matches")(TEXT_PARTS));
}

/** Returns the place of an element that may be inside shadow trees. */
export function placeInPage(element: HTMLElement): Place {
  const parent = dom.parentOf(element);
  if (parent === null) return { mayBeBanner: false, surface: undefined };
  return placeOf(element, isBody(parent) ? parent : placeInPage(parent).surface);
}

/** Returns whether the element spans the width of the window. */
export function isBar(element: Element): boolean {
  return spans(element) && dom.rect(element).height < innerHeight / 2;
}

function spans(element: Element): boolean {
  return dom.rect(element).width >= innerWidth * FULL_SHARE;
}

/** Returns whether the element is the first or the last visible part of another one. */
export function isAtEdge(element: HTMLElement, around: HTMLElement): boolean {
  let [isFirst, isLast] = [true, true];
  for (
    let part: HTMLElement | null = element;
    part !== null && part !== around;
    part = dom.parentOf(part)
  ) {
    isFirst &&= !hasVisibleSibling(part, "previousElementSibling");
    isLast &&= !hasVisibleSibling(part, "nextElementSibling");
    if (!isFirst && !isLast) return false;
  }
  return true;
}

/** Stops at the first visible sibling: a page may have thousands of them. */
function hasVisibleSibling(
  element: Element,
  direction: "previousElementSibling" | "nextElementSibling",
): boolean {
  let sibling = dom.get(element, direction);
  while (sibling !== null && !isVisible(sibling)) sibling = dom.get(sibling, direction);
  return sibling !== null;
}

/** Returns whether the element has at least half of the window's height and width. */
export function isPageSized(element: Element): boolean {
  const { width, height } = dom.rect(element);
  return height >= innerHeight / 2 && width >= innerWidth / 2;
}

/** Returns whether the element covers the window. */
export function coversWindow(element: Element): boolean {
  const { width, height } = dom.rect(element);
  return width >= innerWidth * FULL_SHARE && height >= innerHeight * FULL_SHARE;
}

export function isBody(element: Element): boolean {
  return element === dom.get(document, "body");
}
