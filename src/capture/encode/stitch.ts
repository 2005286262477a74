// Joins the bands of a tall page into one PNG stream.
import { byteStreamOf } from "../../lib/byte-stream.ts";
import { pngChunk, pngHeaderChunk, pngSignature, readPng } from "../../lib/png/chunks.ts";
import type { PngParts } from "../../lib/png/chunks.ts";
import { addAlpha, detachFromRowAbove, dropAlpha } from "./scanlines.ts";
import { through } from "../../lib/png/through.ts";

/** The size of the joined image, which is RGBA with `transparent` and RGB without. */
export interface StitchedSize {
  widthPx: number;
  heightPx: number;
  transparent: boolean;
}

const CHANNELS_BY_COLOUR_TYPE = new Map([
  [2, 3],
  [6, 4],
]);
/** The size of a chunk of the stream. Smaller chunks would need many promises, and larger ones much memory. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Joins bands from top to bottom. Bands are PNGs of the same width, RGB or RGBA with eight bits per channel, not interlaced.
 * Requests the next band only when the reader needs more bytes, so one band is in memory at a time. Cancelling closes the
 * iterator. Returns a byte stream, which can be transferred over RPC.
 *
 * Chromium writes an opaque band as RGB and other bands as RGBA. The header is sent before the last band is known, so
 * `transparent` decides the format: if true, RGB bands receive an opaque alpha channel; if false, the alpha channel is
 * removed.
 *
 * The stream fails with the iterator's error. It fails with a plain Error when a band cannot be read or joined, or when the
 * heights do not add up to `heightPx`.
 */
export function stitchPngBands(
  bands: AsyncIterable<Uint8Array>,
  size: StitchedSize,
): ReadableStream<Uint8Array> {
  // A PNG chunk has 12 bytes in addition to its data.
  return byteStreamOf(joinedPng(bands, size), CHUNK_BYTES + 12);
}

async function* joinedPng(
  bands: AsyncIterable<Uint8Array>,
  size: StitchedSize,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { widthPx, heightPx, transparent } = size;
  yield pngSignature();
  yield pngHeaderChunk({ widthPx, heightPx, colourType: transparent ? 6 : 2 });
  const compressed = through(scanlines(bands, size), new CompressionStream("deflate"), CHUNK_BYTES);
  for await (const data of compressed) yield pngChunk("IDAT", data);
  yield pngChunk("IEND", new Uint8Array());
}

async function* scanlines(
  bands: AsyncIterable<Uint8Array>,
  size: StitchedSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  let joinedPx = 0;
  for await (const png of bands) {
    const band = readPng(png);
    if (band.widthPx !== size.widthPx) {
      throw new Error(`A band is ${band.widthPx} px wide in an image of ${size.widthPx} px.`);
    }
    joinedPx += band.heightPx;
    if (joinedPx > size.heightPx) {
      throw new Error(`The bands are taller than the image's ${size.heightPx} px.`);
    }
    yield* bandScanlines(band, size.transparent);
  }
  if (joinedPx !== size.heightPx) {
    throw new Error(`The bands hold ${joinedPx} of the image's ${size.heightPx} px.`);
  }
}

/** Returns complete filtered rows of a band that can follow any other row. */
async function* bandScanlines(
  band: PngParts,
  transparent: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { widthPx, heightPx } = band;
  const channels = CHANNELS_BY_COLOUR_TYPE.get(band.colourType);
  if (!channels || band.bitDepth !== 8 || band.interlaced) {
    throw new Error(
      `A band has the PNG type ${band.colourType}/${band.bitDepth}, which cannot be joined.`,
    );
  }
  const rowBytes = 1 + widthPx * channels;
  const rowsAtATime = Math.max(1, Math.floor(CHUNK_BYTES / rowBytes));
  const inflated = through(band.idat, new DecompressionStream("deflate"), rowsAtATime * rowBytes);

  let seenBytes = 0;
  for await (const rows of inflated) {
    if (seenBytes === 0) detachFromRowAbove(rows.subarray(0, rowBytes), channels);
    seenBytes += rows.length;
    if (rows.length % rowBytes !== 0) break;
    if (transparent && channels === 3) yield addAlpha(rows, widthPx);
    else if (!transparent && channels === 4) yield dropAlpha(rows, widthPx);
    else yield rows;
  }
  if (seenBytes !== rowBytes * heightPx) {
    throw new Error(
      `A band's pixels are incomplete: ${seenBytes} of ${rowBytes * heightPx} bytes.`,
    );
  }
}
