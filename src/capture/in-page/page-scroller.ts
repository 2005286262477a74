// Runs in the captured page: scrolls the document, the element that scrolls in its place, or content that a script moves.
import type { findScrollers } from "./find-scrollers.ts";
import type { startWheelScroll, WheelScroll } from "./wheel-scroll.ts";

export function findPageScroller(
  findScrollingElements: typeof findScrollers,
  startWheel: typeof startWheelScroll,
) {
  /** The minimum share of the window that an element covers which scrolls in place of the document. */
  const SCROLLER_SHARE = 1 / 4;

  const element = findElement();
  let wheel: WheelScroll | undefined;

  const visiblePx = () => dom.get(element, "clientHeight");
  /** Read the height at every step: the page grows while it loads content. */
  const overflowPx = () => dom.get(element, "scrollHeight") - visiblePx();

  return {
    element,
    visiblePx,
    endPx: () => wheel?.endPx() ?? overflowPx(),
    positionPx: () => wheel?.positionPx() ?? dom.get(element, "scrollTop"),
    /** Finds out whether the page moves its content on wheel events. Call before the first scroll. */
    detectWheel: async () => {
      if (isLocked()) wheel = await startWheel(overflowPx());
      return wheel !== undefined;
    },
    scrollTo: (topPx: number) => {
      if (wheel === undefined) dom.get(element, "scrollTo")({ top: topPx, behavior: "instant" });
      else wheel.scrollTo(topPx);
    },
    /** Waits until a script has moved the content to at most `distancePx` from its position. */
    arrive: async (distancePx: number) => wheel?.arrive(distancePx),
    /** Returns whether a script moves this element in place of scrolling. */
    carries: (part: Element) => wheel?.carries(part) === true,
    isStillScroller,
  };

  /** Returns whether only a script can scroll the document. */
  function isLocked(): boolean {
    const root = dom.get(document, "documentElement");
    const body = dom.get(document, "body") as HTMLElement | null;
    if (element !== dom.get(document, "scrollingElement") || body === null) return false;
    const { overflowY } = getComputedStyle(root);
    const viewportOverflow = overflowY === "visible" ? getComputedStyle(body).overflowY : overflowY;
    return viewportOverflow === "hidden" && overflowPx() > 0;
  }

  /** A full-page image shows all of the scrolling element, unless a slider shows another slide than the first one. */
  function isStillScroller(): boolean {
    const isDocument = element === dom.get(document, "scrollingElement");
    if (isDocument || getComputedStyle(element).overflowY !== "hidden") return true;
    return findScrollingElements(SCROLLER_SHARE).some((found) => found === element);
  }

  /** Returns the document, or the largest element that scrolls in its place. */
  function findElement(): Element {
    const area = (scroller: Element) =>
      dom.get(scroller, "clientWidth") * dom.get(scroller, "clientHeight");
    const [largest] = findScrollingElements(SCROLLER_SHARE).toSorted(
      (one, other) => area(other) - area(one),
    );
    return largest ?? dom.get(document, "scrollingElement") ?? dom.get(document, "documentElement");
  }
}
