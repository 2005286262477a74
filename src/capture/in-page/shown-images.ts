// Runs in the captured page: finds out which loading images the screenshot shows.
import type { Bounds } from "./content-ready.ts";

/**
 * Returns the addresses that elements within the bounds show as an image, as a background or with SVG, also in open shadow
 * roots and in frames of the same origin. `preloaded`: the addresses that these elements name in an attribute, and images
 * without an element, because scripts load some images before they show them.
 */
export function shownImages(
  addresses: string[],
  bounds: Bounds[],
): { shown: string[]; preloaded: string[] } {
  /** Counters and beacons are requests for images, too. Their addresses have no ending, or are GIFs. */
  const PICTURE = /\.(?:avif|jpe?g|png|svg|webp)\b/i;
  const wanted = new Set(addresses);
  const shown = new Set<string>();
  const named = new Set<string>();
  /** The addresses of all image elements, also those outside the bounds. */
  const sources = new Set<string>();
  readTree(document, 0);
  return {
    shown: addresses.filter((address) => shown.has(address)),
    preloaded: addresses.filter(
      (address) =>
        !shown.has(address) &&
        (named.has(address) || (PICTURE.test(address) && !sources.has(address))),
    ),
  };

  /** `offsetPx`: the position of the tree's origin in the window. */
  function readTree(tree: Document | ShadowRoot, offsetPx: number): void {
    for (const element of dom.all("*", tree)) {
      if (wanted.size === shown.size) return;
      const shadowRoot = dom.shadowRootOf(element);
      if (shadowRoot !== null) readTree(shadowRoot, offsetPx);
      if (isNamed(element, "img")) sources.add(sourceOf(element));
      const rect = dom.rect(element);
      const [upper, lower] = [rect.top + offsetPx, rect.bottom + offsetPx];
      if (!bounds.some(({ top, bottom }) => upper < bottom && lower >= top)) continue;
      readElement(element);
      if (isNamed(element, "img")) show(sourceOf(element));
      if (isNamed(element, "input") || isNamed(element, "embed")) show(element.src);
      if (isNamed(element, "object")) show(element.data);
      if (!isNamed(element, "iframe") || !("contentDocument" in element)) continue;
      const document = element.contentDocument;
      if (document !== null) readTree(document, offsetPx + rect.top);
    }
  }

  /** While an image is loading, `currentSrc` may be empty. */
  function sourceOf({ currentSrc, src }: HTMLImageElement): string {
    return currentSrc || src;
  }

  /** Each frame has separate constructors. */
  function isNamed<Name extends keyof HTMLElementTagNameMap>(
    element: Element,
    name: Name,
  ): element is HTMLElementTagNameMap[Name] {
    return dom.get(element, "localName") === name;
  }

  function readElement(element: Element): void {
    for (const pseudo of [undefined, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      const values = `${style.backgroundImage} ${style.maskImage} ${style.borderImageSource} ${style.content}`;
      for (const [, address = ""] of values.matchAll(/url\("([^"]*)"\)/g)) {
        show(address);
      }
    }
    if (element instanceof SVGImageElement)
      show(new URL(element.href.baseVal, dom.get(document, "baseURI")).href);
    if (element instanceof HTMLVideoElement) show(element.poster);
    for (const { name, value } of dom.get(element, "attributes")) {
      const address = name.startsWith("data-")
        ? URL.parse(value, dom.get(document, "baseURI"))?.href
        : undefined;
      if (address !== undefined && wanted.has(address)) named.add(address);
    }
  }

  function show(address: string): void {
    if (wanted.has(address)) shown.add(address);
  }
}
