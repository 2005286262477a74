// Runs in the captured page: finds content that no scrolling reaches, as in sliders of whole windows.

/**
 * Returns whether only a script of the page can show all of its content, on wheel events. Call at the end of the page, with
 * the distance to the top. Pages of locomotive-scroll 4 that do not follow wheel events have a class. Other pages that do not
 * scroll have texts or images below the window, in an element that covers at least half of the window, or consist of a slider
 * of a known library.
 */
export function hasUnreachedContent(topPx: number): boolean {
  const SHELL_SHARE = 0.5;
  /** The minimum share of the window that a slide covers. Smaller sliders are only a part of the page. */
  const SLIDE_SHARE = 0.8;
  /** The slides of Swiper, Splide, slick, Glide, Keen Slider, Embla and Bootstrap. */
  const SLIDE =
    ".swiper-slide, swiper-slide, .splide__slide, .slick-slide, .glide__slide, .keen-slider__slide, .embla__slide, .carousel-item";
  /** Tags that have content without text. */
  const MEDIA = /^(img|picture|video|canvas|svg|iframe)$/;
  const classes = dom.attribute(dom.get(document, "documentElement"), "class") ?? "";
  if (topPx > 0) return /(^|\s)has-scroll-smooth(\s|$)/.test(classes);
  if (hasHiddenSlide()) return true;
  return dom
    .elements()
    .some((element) => isBelow(element) && hasContent(element) && isInShell(element));

  /** Returns whether a slide covers the window, and another slide of its slider is not in the window. */
  function hasHiddenSlide(): boolean {
    const slides = dom.all(SLIDE);
    const isHiddenNextTo = (slide: Element) => (other: Element) =>
      dom.parentOf(other) === dom.parentOf(slide) && shownShare(other) === 0;
    return slides.some(
      (slide) => shownShare(slide) >= SLIDE_SHARE && slides.some(isHiddenNextTo(slide)),
    );
  }

  /** Returns the share of the window that shows the element. */
  function shownShare(element: Element): number {
    if (!isVisible(element)) return 0;
    const { top, bottom, left, right } = dom.rect(element);
    const widthPx = Math.min(right, innerWidth) - Math.max(left, 0);
    const heightPx = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const pixels = Math.max(0, Math.round(widthPx)) * Math.max(0, Math.round(heightPx));
    return pixels / (innerWidth * innerHeight);
  }

  function isVisible(element: Element): boolean {
    return dom.get(element, "checkVisibility")({ opacityProperty: true, visibilityProperty: true });
  }

  function isBelow(element: HTMLElement): boolean {
    const { top, left, right, height } = dom.rect(element);
    return height > 1 && top >= innerHeight - 1 && right > 0 && left < innerWidth;
  }

  function hasContent(element: HTMLElement): boolean {
    const isText = (node: Node) => node instanceof Text && node.data.trim() !== "";
    const isMedia = MEDIA.test(dom.get(element, "localName"));
    return (isMedia || [...dom.get(element, "childNodes")].some(isText)) && isVisible(element);
  }

  /** Closed menus and messages are below the window, too, but nothing of them is in the window. */
  function isInShell(element: HTMLElement): boolean {
    for (let at = dom.parentOf(element); at !== null; at = dom.parentOf(at)) {
      const { position, overflowY } = getComputedStyle(at);
      const isFixed = position === "fixed";
      if (!isFixed && !/hidden|clip/.test(overflowY)) continue;
      const { top, bottom, width } = dom.rect(at);
      const heightPx = Math.min(bottom, innerHeight) - Math.max(top, 0);
      const coversWindow = width * heightPx > innerWidth * innerHeight * SHELL_SHARE;
      if (isFixed || coversWindow) return coversWindow;
    }
    return false;
  }
}
