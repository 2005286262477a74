// Runs inside the page: walks it from top to bottom, so that what loads lazily loads, and back to the top.

/** Milliseconds that images may still take to decode, and the page to settle, once the walk has ended. */
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

  // The height is read again at every step: the page grows while it loads.
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

  /** The document, or where it does not scroll the largest element that does: application shells. */
  function findScroller(): Element {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollHeight > root.clientHeight + 1) return root;
    let best: Element = root;
    let bestArea = (innerWidth * innerHeight) / 4;
    for (const element of document.querySelectorAll("body *")) {
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY !== "auto" && overflowY !== "scroll") continue;
      const area = element.clientWidth * element.clientHeight;
      if (area > bestArea) [best, bestArea] = [element, area];
    }
    return best;
  }

  /** Hidden images are never decoded: waiting for them would wait for ever. */
  async function imagesDecoded(allowedMs: number): Promise<void> {
    // Not document.images: a form, or an image, of that name would answer instead.
    const visible = [...document.querySelectorAll("img")].filter(
      (image) => image.getClientRects().length > 0 && image.currentSrc !== "",
    );
    const decoded = Promise.allSettled(visible.map((image) => image.decode()));
    await Promise.race([decoded, pause(allowedMs)]);
  }
}
