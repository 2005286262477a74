// Draws what changed: the later page, dimmed, with the changed pixels in colour and the regions outlined.
import { pngChunk, pngHeaderChunk, pngSignature } from "../lib/png/chunks.ts";
import { through } from "../lib/png/through.ts";
import type { ImageComparison, OpenImage } from "./compare-images.ts";
import type { Region } from "./regions.ts";
import { RowFeed } from "./row-feed.ts";

/** Vermillion and blue of the Okabe–Ito palette. Colour-blind people can distinguish them from grey and from each other. */
const CHANGED = [213, 94, 0] as const;
const OUTLINE = [0, 114, 178] as const;
const OUTLINE_PX = 2;

/** The share of the page's contrast that remains. */
const DIMMED = 0.35;

const RGB = 2;
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
  yield pngHeaderChunk({ widthPx, heightPx, colourType: RGB });
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
  const line = new Uint8Array(widthPx * 3);
  const above = new Uint8Array(widthPx * 3);
  try {
    for (let top = 0; top < heightPx; top += ROWS_AT_A_TIME) {
      const count = Math.min(ROWS_AT_A_TIME, heightPx - top);
      await feed.read(pixels, 0, count, () => {});
      const filtered = new Uint8Array(count * (1 + line.length));
      for (let row = 0; row < count; row++) {
        const y = top + row;
        dim(pixels, row * widthPx * 4, line);
        for (let x = 0; x < widthPx; x++) if (mask.has(x, y)) line.set(CHANGED, x * 3);
        for (const region of regions) outline(region, y, line);
        const at = row * (1 + line.length);
        filtered[at] = FILTER_UP;
        for (let i = 0; i < line.length; i++) filtered[at + 1 + i] = line[i]! - above[i]!;
        above.set(line);
      }
      yield filtered;
    }
  } finally {
    await feed.close();
  }
}

/** Blends a row's brightness with white. */
function dim(pixels: Uint8Array, at: number, line: Uint8Array): void {
  for (let from = at, to = 0; to < line.length; from += 4, to += 3) {
    const brightness =
      pixels[from]! * 0.299 + pixels[from + 1]! * 0.587 + pixels[from + 2]! * 0.114;
    const gray = 255 - (255 - brightness) * DIMMED * (pixels[from + 3]! / 255);
    line[to] = gray;
    line[to + 1] = gray;
    line[to + 2] = gray;
  }
}

/** Draws a frame around the region, outside the region and inside the image. */
function outline({ x, y: top, width, height }: Region, y: number, line: Uint8Array): void {
  if (y < top - OUTLINE_PX || y >= top + height + OUTLINE_PX) return;
  const widthPx = line.length / 3;
  const isEdge = y < top || y >= top + height;
  for (let column = x - OUTLINE_PX; column < x + width + OUTLINE_PX; column++) {
    const isSide = column < x || column >= x + width;
    if ((isEdge || isSide) && column >= 0 && column < widthPx) line.set(OUTLINE, column * 3);
  }
}
