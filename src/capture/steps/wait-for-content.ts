// Waits for fonts and images of the screenshot that the load event does not wait for.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { contentReady, shownImages } from "../in-page/content-ready.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** A fallback font is better than a failed capture. */
const MAX_FONT_WAIT_MS = 2_000;

/** An image that takes longer is captured as far as it has loaded. */
const MAX_IMAGE_WAIT_MS = 500;

/** A PDF contains the images of the whole page. */
const MAX_PDF_IMAGE_WAIT_MS = 3_000;

/** Chromium loads lazy images at most this far outside the window. */
const LAZY_DISTANCE_PX = 1_250;

/** Milliseconds between two checks of the unfinished requests. */
const POLL_MS = 20;

/** Waits for fonts in use, for at most 2 seconds, and for images in the captured area, for at most 500 ms. Returns whether it waited. */
export async function waitForContent(
  tab: Tab,
  { format, full_page, full_page_scroll, selector, clip }: CaptureOptions,
  budget: Budget,
): Promise<boolean> {
  const isBeyondWindow = full_page || selector !== undefined || clip !== undefined;
  const isPrinted = format === "pdf";
  const imagesMs = isPrinted ? MAX_PDF_IMAGE_WAIT_MS : MAX_IMAGE_WAIT_MS;
  const scrolledPx =
    full_page_scroll === true || isPrinted ? Number.MAX_SAFE_INTEGER : LAZY_DISTANCE_PX;
  const marginPx = isBeyondWindow || isPrinted ? scrolledPx : 0;
  const limits = { fontsMs: MAX_FONT_WAIT_MS, imagesMs, marginPx, isPrinted };
  const hasWaited = await budget.run("capture", () => evaluateIsolated(tab, contentReady, limits));
  // Backgrounds do not report whether they have loaded.
  const loading = addressesOfLoadingImages(tab);
  if (loading.length === 0) return hasWaited;
  return budget.run("capture", async () => {
    const endsAt = Date.now() + imagesMs;
    const shown = new Set(await evaluateIsolated(tab, shownImages, loading, marginPx));
    const isLoading = () => addressesOfLoadingImages(tab).some((address) => shown.has(address));
    while (isLoading() && Date.now() < endsAt) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return hasWaited || shown.size > 0;
  });
}

function addressesOfLoadingImages({ traffic }: Tab): string[] {
  return [...traffic.unfinished.values()]
    .filter(({ type }) => type === "Image")
    .map(({ url }) => url);
}
