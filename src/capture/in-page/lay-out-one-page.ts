// Makes a document printable on one page as tall as itself. Run with the print media emulated, in the captured page.

/**
 * Removes forced page breaks and ties heights to the viewport of now: in print, 100vh is the height of the paper, and
 * four such sections would make four papers. Returns the size of the laid out document, CSS pixels. Changes the page
 * for good.
 */
export function layOutOnePage(): { widthPx: number; heightPx: number } {
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
  // A script has removed it.
  if (root === null) return { widthPx: window.innerWidth, heightPx: window.innerHeight };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, ::before, ::after {
    break-before: auto !important; break-after: auto !important; page: auto !important;
  }`);
  document.adoptedStyleSheets.push(sheet);

  // A length in CSSOM's computed values is in pixels, so what came from vh can be set as what it was; so are the other
  // lengths, without effect. Read all before writing any: a write in between would compute the styles anew each time.
  const pinned: [CSSStyleDeclaration, string, string][] = [];
  const pin = (element: Element) => {
    if (element.shadowRoot !== null) element.shadowRoot.querySelectorAll("*").forEach(pin);
    if (!(element instanceof HTMLElement)) return;
    const computed = element.computedStyleMap();
    // From vmin, say. Most elements inherit theirs and need not be touched.
    const fontSize = String(computed.get("font-size"));
    if (fontSize !== String(element.parentElement?.computedStyleMap().get("font-size"))) {
      pinned.push([element.style, "font-size", fontSize]);
    }
    for (const property of VERTICAL) {
      const value = computed.get(property);
      if (!(value instanceof CSSUnitValue) || value.value === 0) continue;
      if (value.unit === "px") pinned.push([element.style, property, `${value.value}px`]);
      // Percentages of the root are of the viewport, and hand its height down to what is 100 % inside.
      else if (element === root && value.unit === "percent" && property.endsWith("height")) {
        pinned.push([element.style, property, `${(value.value / 100) * window.innerHeight}px`]);
      }
    }
  };
  document.querySelectorAll("*").forEach(pin);
  for (const [style, property, value] of pinned) style.setProperty(property, value, "important");

  const scroller = document.scrollingElement ?? root;
  const widthPx = scroller.clientWidth;
  if (scroller.scrollWidth > widthPx) {
    // Or Chromium would shrink the whole page until what sticks out fits the paper.
    const clip = new CSSStyleSheet();
    clip.replaceSync("html, body { overflow-x: clip !important; }");
    document.adoptedStyleSheets.push(clip);
  }
  const rootEnd = Math.ceil(root.getBoundingClientRect().bottom + window.scrollY);
  return { widthPx, heightPx: Math.max(scroller.scrollHeight, rootEnd) };
}
