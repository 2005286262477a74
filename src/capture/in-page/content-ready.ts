// Runs in the captured page: waits for the fonts and images that the screenshot shows.

type Limits = { fontsMs: number; imagesMs: number; marginPx: number; isPrinted: boolean };

/**
 * Waits until the fonts in use and the images in the window have loaded, or until the limits expire. Includes images within
 * `marginPx` of the window. A printed page loads all its images. Hides the caret of a focused field, because it blinks.
 * Returns whether any font or image was loading.
 */
export async function contentReady({
  fontsMs,
  imagesMs,
  marginPx,
  isPrinted,
}: Limits): Promise<boolean> {
  hideCaret();
  // Layout starts the requests for fonts and images that scripts have just added.
  const bounds = { bottom: innerHeight + marginPx, right: innerWidth + marginPx };
  document.scrollingElement?.getBoundingClientRect();
  const waits = await Promise.all([fontsLoaded(), imagesLoaded()]);
  return waits.includes(true);

  async function fontsLoaded(): Promise<boolean> {
    if (document.fonts.status === "loaded") return false;
    await Promise.race([document.fonts.ready, pause(fontsMs)]);
    return true;
  }

  async function imagesLoaded(): Promise<boolean> {
    if (isPrinted) {
      for (const image of document.querySelectorAll("img")) image.loading = "eager";
    }
    // Avoid document.images: a form or an image with the name "images" would replace it.
    const isUnfinished = (image: HTMLImageElement) => isLoading(image) && isInWindow(image);
    if (![...document.querySelectorAll("img")].some(isUnfinished)) return false;
    const endsAt = performance.now() + imagesMs;
    let images: HTMLImageElement[] = [];
    do {
      await pause(20);
      const unfinished = [...document.querySelectorAll("img")].filter(isUnfinished);
      images = [...new Set([...images, ...unfinished])];
      if (unfinished.length === 0) break;
    } while (performance.now() < endsAt);
    const decoded = images.filter(({ complete }) => complete).map((image) => image.decode());
    const leftMs = Math.max(0, endsAt - performance.now());
    await Promise.race([Promise.allSettled(decoded), pause(leftMs)]);
    return true;
  }

  function isLoading(image: HTMLImageElement): boolean {
    if (!image.complete) return true;
    // Scripts such as lazysizes replace a placeholder when the image comes into view.
    if (image.matches(".lazyload, .lazyloading")) return true;
    if (!image.matches("[data-src], [data-srcset], [data-lazy-src]")) return false;
    return image.currentSrc === "" || image.currentSrc.startsWith("data:");
  }

  function isInWindow(element: Element): boolean {
    const { top, right, bottom, left, width, height } = element.getBoundingClientRect();
    // An image without a size may receive a size when it has loaded.
    const isHidden = width + height === 0 && element.getClientRects().length === 0;
    return (
      !isHidden &&
      top < bounds.bottom &&
      left < bounds.right &&
      bottom >= -marginPx &&
      right >= -marginPx
    );
  }

  async function pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  function hideCaret(): void {
    let focused = document.activeElement;
    for (;;) {
      const inner: Element | null | undefined =
        focused instanceof HTMLIFrameElement
          ? focused.contentDocument?.activeElement
          : focused?.shadowRoot?.activeElement;
      if (inner == null) break;
      focused = inner;
    }
    if (focused === null || focused.localName === "body" || !("style" in focused)) return;
    (focused as HTMLElement).style.setProperty("caret-color", "transparent", "important");
  }
}

/**
 * Returns the addresses that elements in the window show as a background or with SVG, and those of images in open shadow
 * trees and in frames of the same origin.
 */
export function shownImages(addresses: string[], marginPx: number): string[] {
  const wanted = new Set(addresses);
  const shown = new Set<string>();
  readTree(document, 0);
  return addresses.filter((address) => shown.has(address));

  /** `offsetPx`: the position of the tree's origin in the window. */
  function readTree(tree: Document | ShadowRoot, offsetPx: number): void {
    for (const element of tree.querySelectorAll("*")) {
      if (wanted.size === shown.size) return;
      if (element.shadowRoot !== null) readTree(element.shadowRoot, offsetPx);
      const { top, bottom } = element.getBoundingClientRect();
      if (top + offsetPx >= innerHeight + marginPx || bottom + offsetPx < -marginPx) continue;
      readElement(element);
      // contentReady() waits for the other images of the document.
      // While an image is loading, `currentSrc` may be empty.
      if (isImage(element) && tree !== document) show(element.currentSrc || element.src);
      if (element instanceof HTMLIFrameElement && element.contentDocument !== null)
        readTree(element.contentDocument, offsetPx + top);
    }
  }

  /** Elements of frames have constructors of their own. */
  function isImage(element: Element): element is HTMLImageElement {
    return element.localName === "img";
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
      show(new URL(element.href.baseVal, document.baseURI).href);
    if (element instanceof HTMLVideoElement) show(element.poster);
  }

  function show(address: string): void {
    if (wanted.has(address)) shown.add(address);
  }
}
