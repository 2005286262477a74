// Questions about the page that is being captured, asked inside it.

export function hasLoaded(): boolean {
  return document.readyState === "complete";
}

export async function documentLoaded(): Promise<void> {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
}

/** Waits until fonts that are in use have loaded, at most `limitMs`: text in a fallback font is a wrong picture. */
export async function fontsReady(limitMs: number): Promise<void> {
  if (document.fonts.status === "loaded") return;
  await Promise.race([
    document.fonts.ready,
    new Promise((resolve) => setTimeout(resolve, limitMs)),
  ]);
}

/**
 * Height of the whole document and width of what the window shows of it, CSS pixels. Where a mobile window shows a page
 * that is wider than it, `scale` is below 1, and `x` below 0: there it begins if the page is from right to left.
 */
export function documentSize(): { x: number; width: number; height: number; scale: number } {
  // A script may have removed it.
  const root = document.documentElement as HTMLElement | null;
  const width = visualViewport?.width ?? innerWidth;
  return {
    x: Math.min(0, (root?.clientWidth ?? width) - width),
    width,
    height: Math.max(
      root?.scrollHeight ?? 0,
      root?.clientHeight ?? innerHeight,
      // In quirks mode this is the body.
      document.scrollingElement?.scrollHeight ?? 0,
    ),
    scale: visualViewport?.scale ?? 1,
  };
}

/**
 * How far the page reaches to the left of where it begins, CSS pixels: pages that are read from right to left do, also
 * where their own styles forbid to scroll there. Chromium counts the columns of a picture from that edge.
 */
export function reachToTheLeft(): number {
  const scroller = document.scrollingElement;
  if (scroller === null) return 0;
  // The body's, where there is one, is that of the whole page.
  const { direction, writingMode } = getComputedStyle(document.body ?? scroller);
  const beginsOnTheRight =
    writingMode === "horizontal-tb" ? direction === "rtl" : writingMode.endsWith("-rl");
  return beginsOnTheRight ? scroller.scrollWidth - scroller.clientWidth : 0;
}

/** Which of the selectors the browser cannot read; the page's own patches do not matter in a blank page. */
export function invalidSelectors(selectors: string[]): string[] {
  return selectors.filter((selector) => {
    try {
      document.createDocumentFragment().querySelector(selector);
      return false;
    } catch {
      // A SyntaxError is the answer.
      return true;
    }
  });
}

/** Where an element stands in the document, CSS pixels, and the scale as in documentSize(); undefined where nothing matches or nothing is drawn. */
export function elementBox(
  selector: string,
  scrollIntoView: boolean,
): { x: number; y: number; width: number; height: number; scale: number } | undefined {
  const element = document.querySelector(selector);
  if (element === null) return undefined;
  if (scrollIntoView)
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return undefined;
  return { x: x + scrollX, y: y + scrollY, width, height, scale: visualViewport?.scale ?? 1 };
}
