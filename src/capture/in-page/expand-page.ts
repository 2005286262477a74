// Makes the browser draw what it leaves out beyond the window. Run before the page is scrolled through or measured.

/**
 * Shows sections that are skipped while they are far away (`content-visibility: auto`), with the containment that they
 * have anyhow, and where `whole` lets a body that scrolls inside the window be the page. Changes the page for good.
 */
export function expandPage(whole: boolean): void {
  // A script may have removed either.
  const root = document.documentElement as HTMLElement | null;
  const body = document.body as HTMLElement | null;
  if (whole && root !== null && body !== null && scrollsByItself(body)) {
    // Then the window scrolls what the body did; every size stays as it is.
    root.style.setProperty("overflow", "visible", "important");
  }
  // Read all before writing any: a write in between would compute the styles anew each time.
  for (const [{ style }, contain] of skippable(document)) {
    style.setProperty("content-visibility", "visible", "important");
    style.setProperty("contain", contain, "important");
  }

  function scrollsByItself(element: HTMLElement): boolean {
    if (document.scrollingElement === element || element.scrollHeight <= element.clientHeight)
      return false;
    const { overflowY } = getComputedStyle(element);
    return overflowY === "auto" || overflowY === "scroll";
  }

  function skippable(tree: Document | ShadowRoot): [HTMLElement, string][] {
    const found: [HTMLElement, string][] = [];
    for (const element of tree.querySelectorAll<HTMLElement>("*")) {
      if (element.shadowRoot !== null) found.push(...skippable(element.shadowRoot));
      const style = getComputedStyle(element);
      if (style.contentVisibility !== "auto") continue;
      const size = /\b(strict|size|inline-size)\b/.exec(style.contain)?.[0];
      found.push([element, size === "strict" ? size : `${size ?? ""} layout style paint`]);
    }
    return found;
  }
}
