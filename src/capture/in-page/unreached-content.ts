// Runs in the captured page: finds content that no scrolling reaches, as in sliders of whole windows.

/**
 * Returns whether only a script of the page can show all of its content, on wheel events. Call at the end of the page, with
 * the distance to the top. locomotive-scroll 4 has a class. Other pages that do not scroll have texts or images below the
 * window, in an element that covers at least half of the window.
 */
export function hasUnreachedContent(topPx: number): boolean {
  const SHELL_SHARE = 0.5;
  /** Tags that have content without text. */
  const MEDIA = /^(img|picture|video|canvas|svg|iframe)$/;
  const classes = dom.attribute(dom.get(document, "documentElement"), "class") ?? "";
  if (topPx > 0) return /(^|\s)has-scroll-smooth(\s|$)/.test(classes);
  const below = dom.elements().filter(isBelow);
  return below.some((element) => hasContent(element) && isInShell(element));

  function isBelow(element: HTMLElement): boolean {
    const { top, left, right, height } = dom.rect(element);
    return height > 1 && top >= innerHeight - 1 && right > 0 && left < innerWidth;
  }

  function hasContent(element: HTMLElement): boolean {
    if (!dom.get(element, "checkVisibility")({ opacityProperty: true, visibilityProperty: true }))
      return false;
    if (MEDIA.test(dom.get(element, "localName"))) return true;
    return [...dom.get(element, "childNodes")].some(
      (node) => node instanceof Text && node.data.trim() !== "",
    );
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
