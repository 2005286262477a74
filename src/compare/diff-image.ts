// Draws what changed: the later page, dimmed, with the changed pixels in colour and the regions outlined.
import { pngChunk, pngHeaderChunk, pngSignature } from "../lib/png/chunks.ts";
import { through } from "../lib/png/through.ts";
import { Breaks } from "./breaks.ts";
import type { ImageComparison, OpenImage } from "./compare-images.ts";
import { dim, GREYS } from "./greys.ts";
import type { Region } from "./regions.ts";
import { RowFeed } from "./row-feed.ts";

/** Vermillion and blue of the Okabe–Ito palette. Colour-blind people can distinguish them from grey and from each other. */
const CHANGED_COLOUR = [213, 94, 0];
const OUTLINE_COLOUR = [0, 114, 178];
const OUTLINE_PX = 2;

/** One byte per pixel instead of three: less to compress and to store. */
const INDEXED = 3;
/** The two colours follow the greys in the palette. */
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
  comparison: ImageComparison,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { widthPx, mask, regions } = comparison;
  let above = new Uint8Array(widthPx);
  let top = 0;
  const breaks = new Breaks();
  for await (const rows of greyRows(openAfter, comparison)) {
    const count = rows.length / widthPx;
    const filtered = new Uint8Array(count * (1 + widthPx));
    for (let row = 0; row < count; row++) {
      const line = rows.slice(row * widthPx, (row + 1) * widthPx);
      for (const { left, right } of mask.runs(top + row)) line.fill(CHANGED, left, right);
      for (const region of regions) outline(region, top + row, line);
      filterUp(line, above, filtered.subarray(row * (1 + widthPx)));
      above = line;
    }
    top += count;
    await breaks.after(rows.length);
    yield filtered;
  }
}

/** Yields the rows of the later image in greys. Decodes the image again if the comparison has not kept them. */
async function* greyRows(
  openAfter: OpenImage,
  { widthPx, heightPx, greys }: ImageComparison,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (greys !== undefined) {
    for (let top = 0; top < heightPx; top += ROWS_AT_A_TIME)
      yield greys.subarray(top * widthPx, (top + ROWS_AT_A_TIME) * widthPx);
    return;
  }
  const feed = new RowFeed(await openAfter(), widthPx);
  const pixels = new Uint8Array(ROWS_AT_A_TIME * widthPx * 4);
  const rows = new Uint8Array(ROWS_AT_A_TIME * widthPx);
  try {
    for (let top = 0; top < heightPx; top += ROWS_AT_A_TIME) {
      const count = Math.min(ROWS_AT_A_TIME, heightPx - top);
      await feed.read(pixels, 0, count, () => {});
      dim(new Uint32Array(pixels.buffer, 0, count * widthPx), rows);
      yield rows.subarray(0, count * widthPx);
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
