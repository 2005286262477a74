// Runs in the captured page, with print media emulated: prepares the document for printing on one tall page.

/**
 * Removes forced page breaks and fixes heights at their current values. In print, 100vh is the height of the paper, so
 * four sections of 100vh would fill four pages. Returns the size of the document in CSS pixels. Changes the page
 * permanently.
 */
export function layOutOnePage(): { widthPx: number; heightPx: number } {
  /** The maximum width of a viewport. Content beyond it is usually positioned there to be invisible. */
  const MAX_WIDTH_PX = 5_000;
  const VERTICAL = [
    "height",
    "min-height",
    "max-height",
    "top",
    "bottom",
    "padding-top",
    "padding-bottom",
    "margin-top",
    "margin-bottom",
  ];
  const root = dom.get(document, "documentElement") as HTMLElement | null;
  // A script has removed the root element.
  if (root === null) return { widthPx: window.innerWidth, heightPx: window.innerHeight };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, ::before, ::after {
    break-before: auto !important; break-after: auto !important; page: auto !important;
  }`);
  dom.get(document, "adoptedStyleSheets").push(sheet);

  // Computed lengths are in pixels, so writing them back replaces viewport units and leaves other lengths unchanged. Read
  // all styles before writing: each write between reads would make the browser recompute them.
  const pinned: [CSSStyleDeclaration, string, string][] = [];
  for (const element of dom.elements()) {
    if (!(element instanceof HTMLElement)) continue;
    const style = dom.get(element, "style");
    const computed = dom.get(element, "computedStyleMap")();
    const parent = dom.get(element, "parentElement");
    // A font size may use viewport units. Most elements inherit their size and need no change.
    const fontSize = String(computed.get("font-size"));
    const inherited = parent === null ? undefined : dom.get(parent, "computedStyleMap")();
    if (fontSize !== String(inherited?.get("font-size"))) {
      pinned.push([style, "font-size", fontSize]);
    }
    for (const property of VERTICAL) {
      const value = computed.get(property);
      if (!(value instanceof CSSUnitValue) || value.value === 0) continue;
      if (value.unit === "px") pinned.push([style, property, `${value.value}px`]);
      // Percentages of the root refer to the viewport, and elements with a height of 100% inherit that height.
      else if (element === root && value.unit === "percent" && property.endsWith("height")) {
        pinned.push([style, property, `${(value.value / 100) * window.innerHeight}px`]);
      }
    }
  }
  for (const [style, property, value] of pinned) style.setProperty(property, value, "important");

  const scroller = dom.get(document, "scrollingElement") ?? root;
  const body = dom.get(document, "body") as HTMLElement | null;
  const { overflowX } = getComputedStyle(root);
  const bodyOverflowX = body === null ? overflowX : getComputedStyle(body).overflowX;
  const hidesOverflow = [overflowX, bodyOverflowX].some((value) => /hidden|clip/.test(value));
  // Wider content widens the paper, because a visitor could scroll to this content.
  const contentWidthPx = hidesOverflow ? scroller.clientWidth : scroller.scrollWidth;
  const widthPx = Math.min(contentWidthPx, Math.max(MAX_WIDTH_PX, scroller.clientWidth));
  if (scroller.scrollWidth > widthPx) {
    // Without clipping, Chromium would shrink the whole page until overflowing content fits the paper.
    const clip = new CSSStyleSheet();
    clip.replaceSync("html, body { overflow-x: clip !important; }");
    dom.get(document, "adoptedStyleSheets").push(clip);
  }
  const rootEnd = Math.ceil(root.getBoundingClientRect().bottom + window.scrollY);
  return { widthPx, heightPx: Math.max(scroller.scrollHeight, rootEnd) };
}
