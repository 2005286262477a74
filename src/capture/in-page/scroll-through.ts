// Runs in the captured page: scrolls from top to bottom to load lazy content, then back to the top.

type ScrollPlan = { stepPx: number; delayMs: number; maxHeightPx: number; limitMs: number };

export async function scrollThrough({
  stepPx,
  delayMs,
  maxHeightPx,
  limitMs,
}: ScrollPlan): Promise<void> {
  const endsAt = performance.now() + limitMs;
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const scroller = findScroller();
  const step = stepPx > 0 ? stepPx : Math.max(100, scroller.clientHeight);

  // Read the height at every step: the page grows while it loads content.
  for (
    let top = 0;
    top < Math.min(scroller.scrollHeight, maxHeightPx) && performance.now() < endsAt;
    top += step
  ) {
    scroller.scrollTo({ top, behavior: "instant" });
    await pause(Math.max(0, Math.min(delayMs, endsAt - performance.now())));
  }
  scroller.scrollTo({ top: scroller.scrollHeight, behavior: "instant" });
  await imagesDecoded(Math.max(0, Math.min(2_000, endsAt - performance.now())));
  scroller.scrollTo({ top: 0, behavior: "instant" });
  await pause(Math.min(delayMs, 100));

  /** Returns the document, or the largest scrolling element when the document does not scroll, as in application shells. */
  function findScroller(): Element {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollHeight > root.clientHeight + 1) return root;
    let largest: Element = root;
    let largestArea = (innerWidth * innerHeight) / 4;
    for (const element of document.querySelectorAll("body *")) {
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY !== "auto" && overflowY !== "scroll") continue;
      const area = element.clientWidth * element.clientHeight;
      if (area > largestArea) [largest, largestArea] = [element, area];
    }
    return largest;
  }

  /** Ignores hidden images, because browsers never decode them. */
  async function imagesDecoded(limitForImagesMs: number): Promise<void> {
    // Avoid document.images: a form or an image with the name "images" would replace it.
    const visible = [...document.querySelectorAll("img")].filter(
      (image) => image.getClientRects().length > 0 && image.currentSrc !== "",
    );
    const decoded = Promise.allSettled(visible.map((image) => image.decode()));
    await Promise.race([decoded, pause(limitForImagesMs)]);
  }
}
