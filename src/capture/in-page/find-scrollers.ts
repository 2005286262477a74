// Runs in the captured page: finds the elements that scroll in place of the document, as in application shells.

/**
 * Returns the scrolling elements that cover more than this share of the window. If there are none, returns the elements with
 * hidden overflow that a known library scrolls. Returns none if the document scrolls, unless
 * it scrolls by less than a tenth of the window, as a shell with margins does.
 */
export function findScrollers(minShare: number): HTMLElement[] {
  const MARGINS = 0.1;
  /** The minimum hidden height of elements with hidden overflow, as a share of their visible height. */
  const HIDDEN_SHARE = 0.5;
  /** The classes of perfect-scrollbar and fullpage.js. */
  const SCROLLED_CLASS = /(^|\s)(ps|fp-viewing\S*)(\s|$)/;
  /** The classes of vertical sliders of Swiper. */
  const SLIDER_CLASS = /(^|\s)swiper(-container)?-vertical(\s|$)/;
  /** The classes of the scrollbars that libraries draw, as children of the scrolling element or next to it. */
  const BAR_CLASS = /scroll-?(bar|rail|track|tools)|(^|[\s_-])rail|jspTrack/i;
  const root = dom.get(document, "scrollingElement") ?? dom.get(document, "documentElement");
  if (root === null || overflowOf(root) > Math.max(1, innerHeight * MARGINS)) return [];
  const large = dom.elements().filter((element) => {
    if (element === root || overflowOf(element) <= 1) return false;
    const area = dom.get(element, "clientWidth") * dom.get(element, "clientHeight");
    return area > innerWidth * innerHeight * minShare;
  });
  const scrollers = large.filter((element) => /auto|scroll/.test(overflowStyleOf(element)));
  return scrollers.length > 0 ? scrollers : large.filter(isScrolledByLibrary);

  function isScrolledByLibrary(element: Element): boolean {
    if (overflowOf(element) < dom.get(element, "clientHeight") * HIDDEN_SHARE) return false;
    if (overflowStyleOf(element) !== "hidden") return false;
    // A slider that shows another slide than the first one has moved its slides.
    if (SLIDER_CLASS.test(classOf(element))) return !movesSlides(element);
    const parent = dom.parentOf(element);
    const around = [...dom.childrenOf(element), ...(parent === null ? [] : dom.childrenOf(parent))];
    const isBar = (other: Element) => other !== element && BAR_CLASS.test(classOf(other));
    return SCROLLED_CLASS.test(classOf(element)) || around.some(isBar);
  }

  /** Ignores smaller children, because the marks of the slides are centered with a transform. */
  function movesSlides(slider: Element): boolean {
    const heightPx = dom.get(slider, "clientHeight");
    const parts = dom
      .childrenOf(slider)
      .filter((part) => dom.get(part, "clientHeight") >= heightPx);
    return parts.some((part) => new DOMMatrix(getComputedStyle(part).transform).f < 0);
  }

  function classOf(element: Element): string {
    return dom.attribute(element, "class") ?? "";
  }

  function overflowStyleOf(element: Element): string {
    return getComputedStyle(element).overflowY;
  }

  function overflowOf(element: Element): number {
    return dom.get(element, "scrollHeight") - dom.get(element, "clientHeight");
  }
}
