// Converts an image to pale greys, the background of the diff image.

/** The share of the page's contrast that remains. */
const DIMMED = 0.35;

/** The number of greys, from the darkest one to white. A grey is an index into the palette of the diff image. */
export const GREYS = Math.round(255 * DIMMED) + 1;

/** Replaces each RGBA pixel by its brightness, blended with white. */
export function dim(pixels: Uint32Array, greys: Uint8Array): void {
  let [previous, grey] = [0, GREYS - 1];
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    if (pixel !== previous) grey = greyOf((previous = pixel));
    greys[i] = grey;
  }
}

/** Transparent pixels are white. */
function greyOf(pixel: number): number {
  const brightness =
    (pixel & 255) * 0.299 + ((pixel >>> 8) & 255) * 0.587 + ((pixel >>> 16) & 255) * 0.114;
  const darkness = (255 - brightness) * ((pixel >>> 24) / 255);
  return GREYS - 1 - Math.round(darkness * DIMMED);
}
