// Waits for fonts and images of the screenshot that the load event does not wait for.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Budget } from "../budget.ts";
import { type Bounds, contentReady, type Limits } from "../in-page/content-ready.ts";
import { shownImages } from "../in-page/shown-images.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import { type Tab, worldOfFrame } from "../tab.ts";
import { pause } from "../../lib/pause.ts";

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

/** Milliseconds in which a script shows an image that it has loaded. */
const SWAP_MS = 50;

/** Frames of other origins are waited for up to this number. Pages with more frames show advertisements in most of them. */
const MAX_FRAMES = 20;

/** Milliseconds for one frame. */
const FRAME_LIMIT_MS = 1_000;

/**
 * Waits for fonts in use, for at most 2 seconds, and for images in the captured area, for at most 500 ms. Returns whether it
 * waited.
 */
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
  const inFrames = { fontsMs: imagesMs, imagesMs, isPrinted, marginPx: 0 };
  const limits: Limits = {
    ...inFrames,
    fontsMs: MAX_FONT_WAIT_MS,
    marginPx: isBeyondWindow || isPrinted ? scrolledPx : 0,
    ...(selector === undefined ? {} : { selector }),
    ...(clip === undefined ? {} : { clip }),
  };
  return budget.run("capture", async () => {
    const ready = await evaluateIsolated(tab, contentReady, limits);
    const waits = await Promise.all([
      waitForRequestedImages(tab, limits, ready.bounds),
      ready.hasForeignFrames && waitInFrames(tab, inFrames),
    ]);
    return ready.hasWaited || waits.includes(true);
  });
}

/**
 * Waits for backgrounds, which do not report whether they have loaded, and for images that scripts load before they show
 * them. Returns whether the page shows an image that was loading.
 */
async function waitForRequestedImages(
  tab: Tab,
  limits: Limits,
  bounds: Bounds[],
): Promise<boolean> {
  const loading = addressesOfLoadingImages(tab);
  if (loading.length === 0) return false;
  const endsAt = Date.now() + limits.imagesMs;
  const { shown, preloaded } = await evaluateIsolated(tab, shownImages, loading, bounds);
  const awaited = new Set([...shown, ...preloaded]);
  const isLoading = () => addressesOfLoadingImages(tab).some((address) => awaited.has(address));
  while (isLoading() && Date.now() < endsAt) await pause(POLL_MS);
  if (preloaded.length > 0 && !isLoading()) {
    await pause(SWAP_MS);
    await evaluateIsolated(tab, contentReady, limits);
  }
  return awaited.size > 0;
}

function addressesOfLoadingImages({ traffic }: Tab): string[] {
  return [...traffic.unfinished.values()]
    .filter(({ type }) => type === "Image")
    .map(({ url }) => url);
}

/** Waits for the fonts and images in the frames of other origins, which the page cannot read. */
async function waitInFrames({ page }: Tab, limits: Limits): Promise<boolean> {
  const pageOrigin = URL.parse(page.url())?.origin;
  const frames = page.frames().filter((frame) => {
    const url = URL.parse(frame.url());
    return !frame.detached && url?.protocol.startsWith("http") && url.origin !== pageOrigin;
  });
  const waits = frames.slice(0, MAX_FRAMES).map(async (frame) => {
    const ready = worldOfFrame(frame).evaluate(contentReady, limits);
    // Do not wait for a frame that has navigated or does not respond.
    const result = await withDeadline(FRAME_LIMIT_MS, "frame", ready).catch(() => undefined);
    return result?.hasWaited === true;
  });
  return (await Promise.all(waits)).includes(true);
}
