// Makes the browser draw content outside the viewport. Run before the page is scrolled or measured.

/**
 * Shows sections with `content-visibility: auto` and preserves their containment. With `isFullPage`, also lets a body that
 * scrolls inside the viewport scroll with the page. Changes the page permanently.
 */
export function expandDocument(isFullPage: boolean): void {
  // A script may have removed either element.
  const root = dom.get(document, "documentElement") as HTMLElement | null;
  const body = dom.get(document, "body") as HTMLElement | null;
  if (isFullPage && root !== null && body !== null && scrollsByItself(body)) {
    // The viewport then scrolls the body's content; every size stays the same.
    root.style.setProperty("overflow", "visible", "important");
  }
  // Read all styles before writing: each write between reads would make the browser recompute them.
  for (const [element, contain] of autoSections()) {
    const style = dom.get(element, "style");
    style.setProperty("content-visibility", "visible", "important");
    style.setProperty("contain", contain, "important");
  }

  function scrollsByItself(element: HTMLElement): boolean {
    if (dom.get(document, "scrollingElement") === element) return false;
    if (element.scrollHeight <= element.clientHeight) return false;
    const { overflowY } = getComputedStyle(element);
    return overflowY === "auto" || overflowY === "scroll";
  }

  function autoSections(): [HTMLElement, string][] {
    const found: [HTMLElement, string][] = [];
    for (const element of dom.elements()) {
      const style = getComputedStyle(element);
      if (style.contentVisibility !== "auto") continue;
      const size = /\b(strict|size|inline-size)\b/.exec(style.contain)?.[0];
      found.push([element, size === "strict" ? size : `${size ?? ""} layout style paint`]);
    }
    return found;
  }
}
