// The part of a comparison that the images show: the whole page, or one changed region with its surroundings.
import type { Comparison } from "./find-comparison.ts";

type Region = Comparison["regions"][number];

/** A rectangle in pixels of the later screenshot. */
export type Viewport = { x: number; y: number; width: number; height: number };

/** Smallest width of a viewport, so that the surroundings of a small region are visible. */
const MIN_WIDTH_PX = 360;
const PADDING_PX = 48;
/** Largest and smallest ratio of height to width, so that a region fits into the window. */
const MAX_RATIO = 1;
const MIN_RATIO = 0.4;

/** Returns the surroundings of a region, inside a page of this size. */
export function viewportOf(region: Region, page: { width: number; height: number }): Viewport {
  const needed = { width: region.width + 2 * PADDING_PX, height: region.height + 2 * PADDING_PX };
  const width = Math.min(
    page.width,
    Math.max(needed.width, needed.height / MAX_RATIO, MIN_WIDTH_PX),
  );
  const height = Math.min(page.height, Math.max(needed.height, width * MIN_RATIO));
  const center = { x: region.x + region.width / 2, y: region.y + region.height / 2 };
  return {
    x: Math.round(clamp(center.x - width / 2, page.width - width)),
    y: Math.round(clamp(center.y - height / 2, page.height - height)),
    width: Math.round(width),
    height: Math.round(height),
  };
}

export function viewBox({ x, y, width, height }: Viewport): string {
  return [x, y, width, height].join(" ");
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
