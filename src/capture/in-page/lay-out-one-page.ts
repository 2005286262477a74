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
  const root = document.documentElement as HTMLElement | null;
  // A script has removed the root element.
  if (root === null) return { widthPx: window.innerWidth, heightPx: window.innerHeight };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, ::before, ::after {
    break-before: auto !important; break-after: auto !important; page: auto !important;
  }`);
  document.adoptedStyleSheets.push(sheet);

  // Computed lengths are in pixels, so writing them back replaces viewport units and leaves other lengths unchanged. Read
  // all styles before writing: each write between reads would make the browser recompute them.
  const pinned: [CSSStyleDeclaration, string, string][] = [];
  const pin = (element: Element) => {
    if (element.shadowRoot !== null) element.shadowRoot.querySelectorAll("*").forEach(pin);
    if (!(element instanceof HTMLElement)) return;
    const computed = element.computedStyleMap();
    // A font size may use viewport units. Most elements inherit their size and need no change.
    const fontSize = String(computed.get("font-size"));
    if (fontSize !== String(element.parentElement?.computedStyleMap().get("font-size"))) {
      pinned.push([element.style, "font-size", fontSize]);
    }
    for (const property of VERTICAL) {
      const value = computed.get(property);
      if (!(value instanceof CSSUnitValue) || value.value === 0) continue;
      if (value.unit === "px") pinned.push([element.style, property, `${value.value}px`]);
      // Percentages of the root refer to the viewport, and elements with a height of 100% inherit that height.
      else if (element === root && value.unit === "percent" && property.endsWith("height")) {
        pinned.push([element.style, property, `${(value.value / 100) * window.innerHeight}px`]);
      }
    }
  };
  document.querySelectorAll("*").forEach(pin);
  for (const [style, property, value] of pinned) style.setProperty(property, value, "important");

  const scroller = document.scrollingElement ?? root;
  const { overflowX } = getComputedStyle(root);
  const bodyOverflowX =
    document.body === null ? overflowX : getComputedStyle(document.body).overflowX;
  const hidesOverflow = [overflowX, bodyOverflowX].some((value) => /hidden|clip/.test(value));
  // Wider content widens the paper, because a visitor could scroll to this content.
  const contentWidthPx = hidesOverflow ? scroller.clientWidth : scroller.scrollWidth;
  const widthPx = Math.min(contentWidthPx, Math.max(MAX_WIDTH_PX, scroller.clientWidth));
  if (scroller.scrollWidth > widthPx) {
    // Without clipping, Chromium would shrink the whole page until overflowing content fits the paper.
    const clip = new CSSStyleSheet();
    clip.replaceSync("html, body { overflow-x: clip !important; }");
    document.adoptedStyleSheets.push(clip);
  }
  const rootEnd = Math.ceil(root.getBoundingClientRect().bottom + window.scrollY);
  return { widthPx, heightPx: Math.max(scroller.scrollHeight, rootEnd) };
}
