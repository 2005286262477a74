// Divides a tall area into horizontal bands that are small enough for separate shots.

/** A clip of `Page.captureScreenshot`, in CSS pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The number of heights to try, from the maximum height downwards. With a scale factor of at most two decimals, at least
 * one of 100 consecutive heights is a whole number of device pixels.
 */
const EDGE_SEARCH_CSS_PX = 100;

/**
 * Returns the bands of the area from top to bottom, in CSS pixels. A band has at most `maxPixels` device pixels, but is at
 * least one CSS pixel high. Heights are whole numbers, because Chromium cuts off the fractions of a clip's size.
 *
 * With a scale factor of at most two decimals, band edges are on whole device pixels, and the joined bands equal one shot.
 * With other factors, the nearest edge is used. Chromium rounds the offset and the height, so a seam may repeat or lose one
 * row of pixels. Use `joinedSize` for the size of the joined image.
 */
export function planBands<Area extends Rectangle>(
  area: Area,
  deviceScaleFactor: number,
  maxPixels: number,
): Area[] {
  const maxRowsPx = maxPixels / devicePixels(area.width, deviceScaleFactor);
  const maxHeight = Math.max(1, Math.floor(maxRowsPx / deviceScaleFactor));
  const areaHeight = Math.max(1, Math.floor(area.height));
  const bands: Area[] = [];
  let top = 0;
  while (areaHeight - top > maxHeight) {
    const height = heightWithWholeEdge(top, maxHeight, deviceScaleFactor);
    bands.push({ ...area, y: area.y + top, height });
    top += height;
  }
  bands.push({ ...area, y: area.y + top, height: areaHeight - top });
  return bands;
}

/** Returns the size in device pixels of the image that results from joining these bands of equal width. */
export function joinedSize(
  bands: readonly Rectangle[],
  deviceScaleFactor: number,
): { widthPx: number; heightPx: number } {
  let heightPx = 0;
  for (const band of bands) heightPx += devicePixels(band.height, deviceScaleFactor);
  return { widthPx: devicePixels(bands[0]?.width ?? 0, deviceScaleFactor), heightPx };
}

/** Computes a size as Chromium does: whole CSS pixels, single precision, halves rounded up. */
function devicePixels(cssPx: number, deviceScaleFactor: number): number {
  return Math.round(Math.fround(Math.floor(cssPx) * Math.fround(deviceScaleFactor)));
}

function heightWithWholeEdge(top: number, maxHeight: number, deviceScaleFactor: number): number {
  let best = maxHeight;
  let bestDistancePx = Number.POSITIVE_INFINITY;
  const minHeight = Math.max(1, maxHeight - EDGE_SEARCH_CSS_PX + 1);
  for (let height = maxHeight; height >= minHeight; height--) {
    const edgePx = (top + height) * deviceScaleFactor;
    const distancePx = Math.abs(edgePx - Math.round(edgePx));
    // Differences below a millionth are rounding errors.
    if (distancePx < bestDistancePx - 1e-6) {
      best = height;
      bestDistancePx = distancePx;
    }
  }
  return best;
}
