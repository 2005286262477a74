// Cuts a tall area into horizontal bands that are small enough to be captured one by one.

/** CSS pixels, as `Page.captureScreenshot` wants its clip. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * How far above the tallest possible band's edge the chosen one may lie. Among 100 heights in a row
 * one is whole in device pixels for every scale factor of at most two decimals.
 */
const EDGE_SEARCH_CSS_PX = 100;

/**
 * Clip rectangles, in CSS px, top to bottom, that cover the area, each of at most `maxPixels`
 * device pixels (but always one CSS px high). Heights are whole: Chromium cuts the fraction of a clip's
 * width and height off, so the area's own fraction is left out here, too.
 *
 * Band edges fall on whole device pixels, counted from the area's top, whenever the factor has at
 * most two decimals; the joined bands then equal one single shot. With other factors the nearest
 * edge is taken: Chromium rounds offset and height, which usually comes to the same, but a seam may
 * repeat or lose one row of pixels. So ask `joinedSize` for the size of the whole.
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

/** Device pixels of the picture that captures of these bands, of one width, join to. */
export function joinedSize(
  bands: readonly Rectangle[],
  deviceScaleFactor: number,
): { widthPx: number; heightPx: number } {
  let heightPx = 0;
  for (const band of bands) heightPx += devicePixels(band.height, deviceScaleFactor);
  return { widthPx: devicePixels(bands[0]?.width ?? 0, deviceScaleFactor), heightPx };
}

/** As Chromium computes a capture's size: whole CSS px, single precision, halves upwards. */
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
    // Beyond a millionth it is only the arithmetic of doubles that differs.
    if (distancePx < bestDistancePx - 1e-6) {
      best = height;
      bestDistancePx = distancePx;
    }
  }
  return best;
}
