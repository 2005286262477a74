// Runs in the captured page: reads its state and measures it.

export function hasLoaded(): boolean {
  return dom.get(document, "readyState") === "complete";
}

export async function documentLoaded(): Promise<void> {
  if (dom.get(document, "readyState") === "complete") return;
  await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
}

/**
 * Returns the height of the document and the width of its visible part, in CSS pixels. A mobile viewport that shrinks a
 * wide page has a `scale` below 1. On such a page with right-to-left text, `x` is below 0.
 */
export function documentSize(): { x: number; width: number; height: number; scale: number } {
  // A script may have removed the root element.
  const root = dom.get(document, "documentElement") as HTMLElement | null;
  const width = visualViewport?.width ?? innerWidth;
  return {
    x: Math.min(0, (root?.clientWidth ?? width) - width),
    width,
    height: Math.max(
      root?.scrollHeight ?? 0,
      root?.clientHeight ?? innerHeight,
      // In quirks mode this element is the body.
      dom.get(document, "scrollingElement")?.scrollHeight ?? 0,
    ),
    scale: visualViewport?.scale ?? 1,
  };
}

/**
 * Returns the width of the content to the left of the scroll origin, in CSS pixels. Right-to-left pages have such content,
 * even if their styles prevent scrolling to it. Chromium counts the columns of a screenshot from this edge.
 */
export function leftOverflow(): number {
  const scroller = dom.get(document, "scrollingElement");
  if (scroller === null) return 0;
  // The body's direction applies to the whole page.
  const { direction, writingMode } = getComputedStyle(dom.get(document, "body") ?? scroller);
  const isRightToLeft =
    writingMode === "horizontal-tb" ? direction === "rtl" : writingMode.endsWith("-rl");
  return isRightToLeft ? scroller.scrollWidth - scroller.clientWidth : 0;
}

/** Returns the selectors that the browser cannot parse. Run in a blank page. */
export function invalidSelectors(selectors: string[]): string[] {
  return selectors.filter((selector) => {
    try {
      document.createDocumentFragment().querySelector(selector);
      return false;
    } catch {
      // querySelector() throws a SyntaxError for an invalid selector.
      return true;
    }
  });
}

/**
 * Returns whether an element matches the selector, and whether one of the matching elements is visible: it has a size, and
 * it and all elements around it have `visibility: visible` and an opacity above 0.
 */
export function matchState(selector: string): "none" | "hidden" | "visible" {
  const elements = dom.all(selector);
  const isVisible = (element: Element) => {
    const { width, height } = dom.rect(element);
    const properties = { opacityProperty: true, visibilityProperty: true };
    return width * height > 0 && dom.get(element, "checkVisibility")(properties);
  };
  if (elements.some(isVisible)) return "visible";
  return elements.length > 0 ? "hidden" : "none";
}

/**
 * Returns the position and size of the first matching element in the document, in CSS pixels, whether the window shows the
 * whole element at full size, and whether the page was scrolled to the element. Returns undefined when no element matches.
 */
export function elementBox(
  selector: string,
  scrollIntoView: boolean,
):
  | { x: number; y: number; width: number; height: number; isInWindow: boolean; hasMoved: boolean }
  | undefined {
  const element = dom.all(selector)[0];
  if (element === undefined) return undefined;
  const before = dom.rect(element);
  const center = { block: "center", inline: "center", behavior: "instant" } as const;
  if (scrollIntoView) dom.get(element, "scrollIntoView")(center);
  const { x, y, width, height } = dom.rect(element);
  const isInWindow =
    Math.min(x, y) >= 0 &&
    x + width <= innerWidth &&
    y + height <= innerHeight &&
    visualViewport?.scale === 1;
  const hasMoved = before.x !== x || before.y !== y;
  return { x: x + scrollX, y: y + scrollY, width, height, isInWindow, hasMoved };
}

/** Waits until the browser has drawn a frame with the latest changes, for at most `limitMs`. */
export async function frameDrawn(limitMs: number): Promise<void> {
  const drawn = new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
  await Promise.race([drawn, dom.pause(limitMs)]);
}
