// Runs in the captured page: waits for the fonts and images that the screenshot shows.

/** The part of the page that the screenshot shows: an element, a rectangle of the document, or the window. */
export type Shown = {
  /** Includes images within this distance of the window. */
  marginPx: number;
  selector?: string;
  clip?: { x: number; y: number; width: number; height: number };
};

export type Limits = Shown & { fontsMs: number; imagesMs: number; isPrinted: boolean };

/** A rectangle in pixels from the window's left and upper edge. */
export type Bounds = { top: number; right: number; bottom: number; left: number };

/**
 * Waits until the fonts in use and the shown images have loaded, or until the limits expire. Includes images in open shadow
 * roots and in frames of the same origin. Lazy images in a shown element or rectangle load immediately. A printed page loads
 * all its images. Hides the caret of a focused field, because it blinks. Returns whether any font or image was loading, the
 * bounds of the shown parts, and whether they contain a frame of another origin.
 */
export async function contentReady({
  fontsMs,
  imagesMs,
  isPrinted,
  ...shown
}: Limits): Promise<{ hasWaited: boolean; bounds: Bounds[]; hasForeignFrames: boolean }> {
  type Tree = { root: Document | ShadowRoot; frames: HTMLIFrameElement[] };
  hideCaret();
  // Layout starts the requests for fonts and images that scripts have just added.
  const { window: ofWindow, area } = readBounds();
  const bounds = area === undefined ? [ofWindow] : [ofWindow, area];
  const foreignFrames: { element: Element; tree: Tree }[] = [];
  const trees = listTrees({ root: document, frames: [] });
  const waits = await Promise.all([fontsLoaded(), imagesLoaded()]);
  return { hasWaited: waits.includes(true), bounds, hasForeignFrames: foreignFrames.some(isShown) };

  function readBounds(): { window: Bounds; area?: Bounds } {
    const { marginPx, selector, clip } = shown;
    const window = {
      top: -marginPx,
      left: -marginPx,
      bottom: innerHeight + marginPx,
      right: innerWidth + marginPx,
    };
    const element = selector === undefined ? undefined : dom.all(selector)[0];
    if (element !== undefined) return { window, area: dom.rect(element) };
    if (clip === undefined) return { window };
    const [top, left] = [clip.y - scrollY, clip.x - scrollX];
    return { window, area: { top, left, bottom: top + clip.height, right: left + clip.width } };
  }

  /** Returns the tree, its open shadow roots and its frames of the same origin. */
  function listTrees(tree: Tree): Tree[] {
    const trees = [tree];
    for (const element of dom.all("*", tree.root)) {
      const shadowRoot = dom.shadowRootOf(element);
      if (shadowRoot !== null) trees.push(...listTrees({ ...tree, root: shadowRoot }));
    }
    for (const element of dom.all("iframe, frame", tree.root).filter(isFrame)) {
      const root = element.contentDocument;
      if (root === null) foreignFrames.push({ element, tree });
      else trees.push(...listTrees({ root, frames: [...tree.frames, element] }));
    }
    return trees;
  }

  /** Elements in frames have constructors of their own. SVG has elements of this name without a document. */
  function isFrame(element: Element): element is HTMLIFrameElement {
    return /^i?frame$/.test(dom.get(element, "localName")) && "contentDocument" in element;
  }

  async function fontsLoaded(): Promise<boolean> {
    const fonts = dom.get(document, "fonts");
    if (fonts.status === "loaded") return false;
    await Promise.race([fonts.ready, pause(fontsMs)]);
    return true;
  }

  async function imagesLoaded(): Promise<boolean> {
    for (const { element: image, tree } of listImages()) {
      const isForced = isPrinted || (area !== undefined && isWithin(image, tree, [area]));
      if (isForced && image.loading === "lazy") image.loading = "eager";
    }
    const unfinished = () =>
      listImages()
        .filter((image) => isLoading(image.element) && isShown(image))
        .map(({ element }) => element);
    if (unfinished().length === 0) return false;
    const endsAt = performance.now() + imagesMs;
    const images = new Set<HTMLImageElement>();
    do {
      await pause(20);
      const waiting = unfinished();
      for (const image of waiting) images.add(image);
      if (waiting.length === 0) break;
    } while (performance.now() < endsAt);
    const decoded = [...images]
      .filter(({ complete }) => complete)
      .map(async (image) => image.decode());
    const leftMs = Math.max(0, endsAt - performance.now());
    await Promise.race([Promise.allSettled(decoded), pause(leftMs)]);
    return true;
  }

  function listImages(): { element: HTMLImageElement; tree: Tree }[] {
    return trees.flatMap((tree) =>
      dom.all<HTMLImageElement>("img", tree.root).map((element) => ({ element, tree })),
    );
  }

  function isLoading(image: HTMLImageElement): boolean {
    if (!image.complete) return true;
    // Scripts such as lazysizes replace a placeholder when the image comes into view.
    if (image.matches(".lazyload, .lazyloading")) return true;
    if (!image.matches("[data-src], [data-srcset], [data-lazy-src]")) return false;
    return image.currentSrc === "" || image.currentSrc.startsWith("data:");
  }

  function isShown({ element, tree }: { element: Element; tree: Tree }): boolean {
    return isWithin(element, tree, bounds);
  }

  /** Elements in a frame must also be in the frame's window. */
  function isWithin(element: Element, { frames }: Tree, areas: Bounds[]): boolean {
    let { top, right, bottom, left } = element.getBoundingClientRect();
    // An image without a size may receive a size when it has loaded.
    if (right - left + bottom - top === 0 && element.getClientRects().length === 0) return false;
    for (const frame of frames.toReversed()) {
      if (!intersects({ top: 0, right: frame.clientWidth, bottom: frame.clientHeight, left: 0 }))
        return false;
      const { x, y } = frame.getBoundingClientRect();
      const [moveX, moveY] = [x + frame.clientLeft, y + frame.clientTop];
      [left, right, top, bottom] = [left + moveX, right + moveX, top + moveY, bottom + moveY];
    }
    return areas.some(intersects);

    function intersects(other: Bounds): boolean {
      const isBeside = left >= other.right || right < other.left;
      return !isBeside && top < other.bottom && bottom >= other.top;
    }
  }

  async function pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  function hideCaret(): void {
    let focused = dom.get(document, "activeElement");
    for (let inner = focused; inner !== null;) {
      focused = inner;
      const tree = isFrame(inner) ? inner.contentDocument : dom.shadowRootOf(inner);
      inner = tree === null ? null : dom.get(tree as Document, "activeElement");
    }
    if (focused === null || !("style" in focused)) return;
    const editor = focused as HTMLElement;
    // A document without a focused field has its body as the active element.
    if (dom.get(editor, "localName") === "body" && !dom.get(editor, "isContentEditable")) return;
    dom.get(editor, "style").setProperty("caret-color", "transparent", "important");
    if (!dom.get(editor, "isContentEditable")) return;
    // The caret of an editor has the colour of the element that contains it.
    // A style sheet belongs to the document of the window that creates it.
    const view = dom.get(dom.get(editor, "ownerDocument"), "defaultView");
    if (view === null) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync("* { caret-color: transparent !important; }");
    const tree = dom.get(editor, "getRootNode")() as Document | ShadowRoot;
    dom.get(tree, "adoptedStyleSheets").push(sheet);
  }
}

/**
 * Returns the addresses that elements within the bounds show as an image, as a background or with SVG, also in open shadow
 * roots and in frames of the same origin.
 */
export function shownImages(addresses: string[], bounds: Bounds[]): string[] {
  const wanted = new Set(addresses);
  const shown = new Set<string>();
  readTree(document, 0);
  return addresses.filter((address) => shown.has(address));

  /** `offsetPx`: the position of the tree's origin in the window. */
  function readTree(tree: Document | ShadowRoot, offsetPx: number): void {
    for (const element of dom.all("*", tree)) {
      if (wanted.size === shown.size) return;
      const shadowRoot = dom.shadowRootOf(element);
      if (shadowRoot !== null) readTree(shadowRoot, offsetPx);
      const rect = dom.rect(element);
      const [upper, lower] = [rect.top + offsetPx, rect.bottom + offsetPx];
      if (!bounds.some(({ top, bottom }) => upper < bottom && lower >= top)) continue;
      readElement(element);
      // While an image is loading, `currentSrc` may be empty.
      if (isNamed(element, "img")) show(element.currentSrc || element.src);
      if (!isNamed(element, "iframe") || !("contentDocument" in element)) continue;
      const document = element.contentDocument;
      if (document !== null) readTree(document, offsetPx + rect.top);
    }
  }

  /** Elements of frames have constructors of their own. */
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
  }

  function show(address: string): void {
    if (wanted.has(address)) shown.add(address);
  }
}
