// Cuts rows out of an image, so that a page does not have to load a whole tall image.
import { pngChunk, pngHeaderChunk, pngSignature } from "../lib/png/chunks.ts";
import { through } from "../lib/png/through.ts";
import type { PngRows, PngSize } from "./png-rows.ts";
import { RowFeed } from "./row-feed.ts";

/** A range of rows; it may end below the image. */
export type RowRange = { top: number; height: number };

const RGBA = 6;
const CHUNK_BYTES = 256 * 1024;
const ROWS_AT_A_TIME = 64;
/** Each row is stored as its difference to the row above, so that page backgrounds compress well. */
const FILTER_UP = 2;

/**
 * Decodes the image until the first of these rows, and returns a PNG with these rows, which is encoded while it is read.
 * Returns undefined if the image has none of them.
 */
export async function cropPng(
  image: PngRows,
  { top, height }: RowRange,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> | undefined> {
  const heightPx = Math.min(height, image.heightPx - top);
  const feed = new RowFeed(image, image.widthPx);
  if (heightPx > 0) {
    await feed.skip(top);
    return encode(feed, { widthPx: image.widthPx, heightPx });
  }
  await feed.close();
  return undefined;
}

async function* encode(
  feed: RowFeed,
  size: PngSize,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  yield pngSignature();
  yield pngHeaderChunk({ ...size, colourType: RGBA });
  const compressed = through(
    filteredRows(feed, size),
    new CompressionStream("deflate"),
    CHUNK_BYTES,
  );
  for await (const data of compressed) yield pngChunk("IDAT", data);
  yield pngChunk("IEND", new Uint8Array());
}

async function* filteredRows(
  feed: RowFeed,
  { widthPx, heightPx }: PngSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rowBytes = widthPx * 4;
  const pixels = new Uint8Array(ROWS_AT_A_TIME * rowBytes);
  const above = new Uint8Array(rowBytes);
  try {
    for (let row = 0; row < heightPx; row += ROWS_AT_A_TIME) {
      const count = Math.min(ROWS_AT_A_TIME, heightPx - row);
      await feed.read(pixels, 0, count, () => {});
      const filtered = new Uint8Array(count * (1 + rowBytes));
      for (let i = 0; i < count; i++) {
        const line = pixels.subarray(i * rowBytes, (i + 1) * rowBytes);
        const at = i * (1 + rowBytes);
        filtered[at] = FILTER_UP;
        for (let byte = 0; byte < rowBytes; byte++)
          filtered[at + 1 + byte] = line[byte]! - above[byte]!;
        above.set(line);
      }
      yield filtered;
    }
  } finally {
    await feed.close();
  }
}
