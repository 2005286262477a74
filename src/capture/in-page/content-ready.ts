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
  /** The marks of common libraries on elements whose background they load. Values such as "dark" are no addresses. */
  const LAZY_BACKGROUNDS = `[data-bg*="/"], [data-background-image*="/"], [data-background*="/"]`;
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
    for (const shadowRoot of dom.shadowRootsIn(tree.root))
      trees.push(...listTrees({ ...tree, root: shadowRoot }));
    for (const element of dom.all("iframe, frame", tree.root).filter(dom.isFrame)) {
      const root = element.contentDocument;
      if (root === null) foreignFrames.push({ element, tree });
      else trees.push(...listTrees({ root, frames: [...tree.frames, element] }));
    }
    return trees;
  }

  async function fontsLoaded(): Promise<boolean> {
    const fonts = dom.get(document, "fonts");
    if (fonts.status === "loaded") return false;
    await Promise.race([fonts.ready, dom.pause(fontsMs)]);
    return true;
  }

  async function imagesLoaded(): Promise<boolean> {
    for (const { element: image, tree } of listImages()) {
      const isForced = isPrinted || (area !== undefined && isWithin(image, tree, [area]));
      if (isForced && image.loading === "lazy") image.loading = "eager";
    }
    const unfinished = () => [
      ...listImages().filter((image) => isLoading(image.element) && isShown(image)),
      ...listLazyBackgrounds().filter((box) => isWaiting(box.element) && isShown(box)),
    ];
    if (unfinished().length === 0) return false;
    const endsAt = performance.now() + imagesMs;
    const seen = new Set<Element>();
    do {
      await dom.pause(20);
      const waiting = unfinished();
      for (const { element } of waiting) seen.add(element);
      if (waiting.length === 0) break;
    } while (performance.now() < endsAt);
    const decoded = listImages()
      .filter(({ element }) => seen.has(element) && element.complete)
      .map(async ({ element }) => element.decode());
    const leftMs = Math.max(0, endsAt - performance.now());
    await Promise.race([Promise.allSettled(decoded), dom.pause(leftMs)]);
    return true;
  }

  function listImages(): { element: HTMLImageElement; tree: Tree }[] {
    return trees.flatMap((tree) =>
      dom.all<HTMLImageElement>("img", tree.root).map((element) => ({ element, tree })),
    );
  }

  function listLazyBackgrounds(): { element: Element; tree: Tree }[] {
    return trees.flatMap((tree) =>
      dom.all(LAZY_BACKGROUNDS, tree.root).map((element) => ({ element, tree })),
    );
  }

  /** Returns whether a script will set the background of the element when it comes into view. */
  function isWaiting(element: Element): boolean {
    return getComputedStyle(element).backgroundImage === "none";
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

  function hideCaret(): void {
    let focused = dom.get(document, "activeElement");
    for (let inner = focused; inner !== null;) {
      focused = inner;
      const tree = dom.isFrame(inner) ? inner.contentDocument : dom.shadowRootOf(inner);
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
