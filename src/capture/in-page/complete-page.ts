// Runs in the captured page before a full-page capture: changes what depends on the scroll position, so that one image can
// show the whole page.

/**
 * Expands the element that scrolls in place of the document. For images, also draws fixed backgrounds on the whole page,
 * moves fixed footers to its end, moves bars that stick to the lower edge of the window to their place, and shows animations
 * of scroll timelines as if their elements were in view. Changes the page permanently.
 */
export function completePage(isPrinted: boolean): void {
  const root = dom.get(document, "documentElement") as HTMLElement | null;
  const body = dom.get(document, "body") as HTMLElement | null;
  if (root === null || body === null) return;
  /** The minimum share of the window that a main scroller covers. */
  const MAIN_SHARE = 0.5;
  const scroller = findMainScroller();
  if (scroller !== undefined) expand(scroller);
  if (isPrinted) return;
  drawFixedParts();
  showScrollAnimations();

  /** Returns the only element that scrolls and covers most of the window, when the document does not scroll. */
  function findMainScroller(): HTMLElement | undefined {
    const documentScroller = dom.get(document, "scrollingElement") ?? root;
    if (documentScroller === null || body === null) return undefined;
    const { scrollHeight, clientHeight } = documentScroller;
    if (scrollHeight > clientHeight + 1) return undefined;
    const scrollers = dom.elements(body).filter((element) => {
      const [width, height] = [dom.get(element, "clientWidth"), dom.get(element, "clientHeight")];
      if (dom.get(element, "scrollHeight") <= height + 1) return false;
      const isMain = width * height > innerWidth * innerHeight * MAIN_SHARE;
      return isMain && /auto|scroll/.test(getComputedStyle(element).overflowY);
    });
    return scrollers.length === 1 ? scrollers[0] : undefined;
  }

  function expand(main: HTMLElement): void {
    // Store the current heights of the children. Heights in percent would refer to the new height.
    const children = [...dom.get(main, "children")]
      .flatMap((child) =>
        child instanceof HTMLSlotElement ? child.assignedElements({ flatten: true }) : [child],
      )
      .filter((child) => child instanceof HTMLElement);
    const heights = children.map((child) => getComputedStyle(child).height);
    const isRelative = children.map((child) => {
      const height = dom.get(child, "computedStyleMap")().get("height");
      return height instanceof CSSUnitValue && height.unit === "percent";
    });
    const heightPx = dom.get(main, "scrollHeight");
    children.forEach((child, index) => {
      if (isRelative[index]) set(child, "height", heights[index] ?? "");
    });
    for (let at: HTMLElement | null = main; at !== null; at = dom.parentOf(at)) {
      const { position } = getComputedStyle(at);
      set(at, "height", at === main ? `${heightPx}px` : "auto");
      set(at, "max-height", "none");
      set(at, "overflow", "visible");
      if (at !== main) set(at, "min-height", "100%");
      else set(at, "flex-shrink", "0");
      if (position === "fixed") set(at, "position", "absolute");
      if (position === "fixed" || position === "absolute") set(at, "bottom", "auto");
    }
  }

  function drawFixedParts(): void {
    const endPx = Math.max(dom.get(document, "scrollingElement")?.scrollHeight ?? 0, innerHeight);
    const changes: [HTMLElement, string, string][] = [];
    for (const element of dom.elements()) {
      const style = getComputedStyle(element);
      if (style.backgroundAttachment.includes("fixed")) {
        changes.push([element, "background-attachment", "scroll"]);
      }
      const isSticky = style.position === "sticky" && style.bottom !== "auto";
      if (isSticky && !isInScroller(element)) changes.push([element, "bottom", "auto"]);
      if (style.position !== "fixed" || endPx === innerHeight) continue;
      const { top, bottom, width } = dom.rect(element);
      const isFooter =
        Math.abs(bottom - innerHeight) <= 1 && top > innerHeight / 2 && width > innerWidth / 2;
      if (isFooter) changes.push([element, "translate", `0 ${endPx - innerHeight}px`]);
    }
    for (const [element, property, value] of changes) set(element, property, value);
  }

  /** Returns whether the element sticks to the edge of another scrolling element than the document. */
  function isInScroller(element: HTMLElement): boolean {
    for (let at = dom.parentOf(element); at !== null && at !== body; at = dom.parentOf(at))
      if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) return true;
    return false;
  }

  function showScrollAnimations(): void {
    for (const animation of dom.get(document, "getAnimations")()) {
      const { timeline, effect, startTime } = animation;
      if (timeline === null || timeline instanceof DocumentTimeline) continue;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      if (target === null) continue;
      const isView = typeof ViewTimeline !== "undefined" && timeline instanceof ViewTimeline;
      // The page is scrolled to its top, so animations in the first window already look right.
      const { top, bottom } = dom.rect(target);
      if (!isView) {
        if (top >= innerHeight) animation.finish();
        continue;
      }
      // An element that enters at the lower edge has only started its animation.
      if (bottom <= innerHeight || top < innerHeight / 2) continue;
      // In the middle of the timeline, the element is in the middle of the window.
      const startPercent = startTime instanceof CSSUnitValue ? startTime.value : 0;
      animation.pause();
      animation.currentTime = CSS.percent(50 - startPercent);
    }
  }

  function set(element: HTMLElement, property: string, value: string): void {
    dom.get(element, "style").setProperty(property, value, "important");
  }
}
