// Areas of a page: the steps measure them, and the shots draw them.
import type { Protocol } from "devtools-protocol";
import type { CaptureOptions } from "../contract/capture-options.ts";
import { leftOverflow } from "./in-page/measure.ts";
import { evaluateIsolated } from "./isolated-world.ts";
import type { Tab } from "./tab.ts";

/**
 * A rectangle of the document, in CSS pixels from the document's left and upper edge, drawn at `scale`. A mobile viewport
 * that shrinks a wide page has a scale below 1. `isInWindow`: the window shows all of the area, so that Chromium can draw it
 * without resizing the page.
 */
export type Area = {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
  isInWindow?: boolean;
};

/**
 * Returns the viewport in CSS pixels. Landscape swaps the sides of a portrait viewport
 * (docs/decisions/pages-and-images.md).
 */
export function viewportSize(options: CaptureOptions): { width: number; height: number } {
  const { viewport_width: width, viewport_height: height } = options;
  const isTurned = options.viewport_landscape && options.format !== "pdf" && width < height;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the visible part of the document; a script may have scrolled the page. */
export async function visibleArea(tab: Tab): Promise<Area> {
  const [{ cssVisualViewport }, left] = await Promise.all([
    tab.cdp.send("Page.getLayoutMetrics"),
    evaluateIsolated(tab, leftOverflow),
  ]);
  const { pageX, pageY, clientWidth, clientHeight, scale } = cssVisualViewport;
  return { x: pageX + left, y: pageY, width: clientWidth, height: clientHeight, scale };
}

/**
 * Returns the area at a scale at which its image fits into `image_width` and `image_height`. Keeps the ratio, never enlarges,
 * and keeps at least one pixel on each side.
 */
export function scaleToFit(
  area: Area,
  { image_width: maxWidth, image_height: maxHeight, device_scale_factor: ratio }: CaptureOptions,
): Area {
  const widthPx = area.width * area.scale * ratio;
  const heightPx = area.height * area.scale * ratio;
  const shrink = Math.min(1, (maxWidth ?? widthPx) / widthPx, (maxHeight ?? heightPx) / heightPx);
  const smallest = Math.min(1, 1 / Math.min(widthPx, heightPx));
  return { ...area, scale: area.scale * Math.max(shrink, smallest) };
}

/** Returns the protocol parameters for an area inside or outside the visible part of the document. */
export function clipOf({
  isInWindow = false,
  ...clip
}: Area): Pick<Protocol.Page.CaptureScreenshotRequest, "clip" | "captureBeyondViewport"> {
  return { clip, captureBeyondViewport: !isInWindow };
}
