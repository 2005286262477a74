// Draws what changed: the later page, dimmed, with the changed pixels in colour and the regions outlined.
import { pngChunk, pngHeaderChunk, pngSignature } from "../lib/png/chunks.ts";
import { through } from "../lib/png/through.ts";
import type { ImageComparison, OpenImage } from "./compare-images.ts";
import type { Region } from "./regions.ts";
import { RowFeed } from "./row-feed.ts";

/** Vermillion and blue of the Okabe–Ito palette. Colour-blind people can distinguish them from grey and from each other. */
const CHANGED_COLOUR = [213, 94, 0];
const OUTLINE_COLOUR = [0, 114, 178];
const OUTLINE_PX = 2;

/** The share of the page's contrast that remains. */
const DIMMED = 0.35;

/** One byte per pixel instead of three: less to compress and to store. */
const INDEXED = 3;
/** Greys of the palette, from the darkest one to white. The two colours follow them. */
const GREYS = Math.round(255 * DIMMED) + 1;
const CHANGED = GREYS;
const OUTLINE = GREYS + 1;
const PIECE_BYTES = 256 * 1024;
const ROWS_AT_A_TIME = 64;
/** Each row is stored as its difference to the row above, so that page backgrounds compress well. */
const FILTER_UP = 2;

/** Yields the PNG in chunks. The bytes of a chunk are valid until the next chunk is requested. */
export async function* drawDiff(
  openAfter: OpenImage,
  comparison: ImageComparison,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { widthPx, heightPx } = comparison;
  yield pngSignature();
  yield pngHeaderChunk({ widthPx, heightPx, colourType: INDEXED });
  yield pngChunk("PLTE", palette());
  const compressed = through(
    drawRows(openAfter, comparison),
    new CompressionStream("deflate"),
    PIECE_BYTES,
  );
  for await (const data of compressed) yield pngChunk("IDAT", data);
  yield pngChunk("IEND", new Uint8Array());
}

async function* drawRows(
  openAfter: OpenImage,
  { widthPx, heightPx, mask, regions }: ImageComparison,
): AsyncGenerator<Uint8Array, void, undefined> {
  const feed = new RowFeed(await openAfter(), widthPx);
  const pixels = new Uint8Array(ROWS_AT_A_TIME * widthPx * 4);
  let line = new Uint8Array(widthPx);
  let above = new Uint8Array(widthPx);
  try {
    for (let top = 0; top < heightPx; top += ROWS_AT_A_TIME) {
      const count = Math.min(ROWS_AT_A_TIME, heightPx - top);
      await feed.read(pixels, 0, count, () => {});
      const filtered = new Uint8Array(count * (1 + widthPx));
      for (let row = 0; row < count; row++) {
        dim(new Uint32Array(pixels.buffer, row * widthPx * 4, widthPx), line);
        for (const { left, right } of mask.runs(top + row)) line.fill(CHANGED, left, right);
        for (const region of regions) outline(region, top + row, line);
        filterUp(line, above, filtered.subarray(row * (1 + widthPx)));
        [line, above] = [above, line];
      }
      yield filtered;
    }
  } finally {
    await feed.close();
  }
}

function palette(): Uint8Array {
  const greys = Array.from({ length: GREYS }, (_, index) => 256 - GREYS + index);
  const colours = greys.flatMap((grey) => [grey, grey, grey]);
  return Uint8Array.from([...colours, ...CHANGED_COLOUR, ...OUTLINE_COLOUR]);
}

/** Replaces each RGBA pixel by its brightness, blended with white. */
function dim(pixels: Uint32Array, line: Uint8Array): void {
  let [previous, grey] = [0, GREYS - 1];
  for (let x = 0; x < pixels.length; x++) {
    const pixel = pixels[x]!;
    if (pixel !== previous) grey = greyOf((previous = pixel));
    line[x] = grey;
  }
}

/** Returns the index of a grey in the palette. Transparent pixels are white. */
function greyOf(pixel: number): number {
  const brightness =
    (pixel & 255) * 0.299 + ((pixel >>> 8) & 255) * 0.587 + ((pixel >>> 16) & 255) * 0.114;
  const darkness = (255 - brightness) * ((pixel >>> 24) / 255);
  return GREYS - 1 - Math.round(darkness * DIMMED);
}

/** Draws a frame around the region, outside the region and inside the image. */
function outline({ x, y: top, width, height }: Region, y: number, line: Uint8Array): void {
  if (y < top - OUTLINE_PX || y >= top + height + OUTLINE_PX) return;
  const [left, right] = [Math.max(0, x - OUTLINE_PX), x + width];
  if (y < top || y >= top + height) {
    line.fill(OUTLINE, left, right + OUTLINE_PX);
  } else {
    line.fill(OUTLINE, left, x);
    line.fill(OUTLINE, right, right + OUTLINE_PX);
  }
}

function filterUp(line: Uint8Array, above: Uint8Array, filtered: Uint8Array): void {
  filtered[0] = FILTER_UP;
  for (let x = 0; x < line.length; x++) filtered[x + 1] = line[x]! - above[x]!;
}
