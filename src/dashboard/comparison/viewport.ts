// The part of a comparison that the images show: the whole page, or one changed region with its surroundings.
import { type Block, furthestMoves } from "./blocks.ts";
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

/** A browser decodes all pixels of an image, so the page loads only the visible rows of a larger one. */
const MAX_WHOLE_PIXELS = 12_000_000;
/** The visible rows of a page that is not shown as a whole. */
const PART_HEIGHT_PX = 4_000;

export type Size = { width: number; height: number };

/** Returns whether the images are so large that the page shows them in parts. */
export function isShownInParts({ width, height }: Size): boolean {
  return width * height > MAX_WHOLE_PIXELS;
}

/** Returns the whole page, or the part that starts at row `top`. */
export function partOf(page: Size, top: number): Viewport {
  if (!isShownInParts(page)) return { x: 0, y: 0, ...page };
  const y = clamp(top, page.height - PART_HEIGHT_PX);
  return { x: 0, y, width: page.width, height: Math.min(page.height, PART_HEIGHT_PX) };
}

/**
 * Returns the rows of an image that a part shows, in place and after the blocks of the image have moved. Returns undefined if
 * the image has none of them.
 */
export function rowsOf(
  { y: top, height }: Viewport,
  image: Size,
  blocks: readonly Block[] = [],
): { y: number; height: number } | undefined {
  const { up, down } = furthestMoves(blocks);
  const y = Math.max(0, top - down);
  const bottom = Math.min(image.height, top + height + up);
  return bottom > y ? { y, height: bottom - y } : undefined;
}

/** Returns whether the blocks of an image of which parts are shown can be moved. */
export function canAlign(page: Size, blocks: readonly Block[]): boolean {
  const { up, down } = furthestMoves(blocks);
  return !isShownInParts(page) || up + down <= PART_HEIGHT_PX;
}

/** Returns the surroundings of a region, inside a page of this size. Returns the top of a tall region. */
export function viewportOf(region: Region, page: Size): Viewport {
  const needed = { width: region.width + 2 * PADDING_PX, height: region.height + 2 * PADDING_PX };
  const width = Math.min(
    page.width,
    Math.max(needed.width, needed.height / MAX_RATIO, MIN_WIDTH_PX),
  );
  const whole = Math.min(page.height, Math.max(needed.height, width * MIN_RATIO));
  const height = isShownInParts(page) ? Math.min(whole, PART_HEIGHT_PX) : whole;
  const center = { x: region.x + region.width / 2, y: region.y + region.height / 2 };
  const top = height < whole ? region.y - PADDING_PX : center.y - height / 2;
  return {
    x: Math.round(clamp(center.x - width / 2, page.width - width)),
    y: Math.round(clamp(top, page.height - height)),
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
