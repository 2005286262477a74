// Joins horizontal bands of a tall page into one PNG, as a stream.
import { pngChunk, pngHeaderChunk, pngSignature, readPng } from "../../lib/png/chunks.ts";
import type { PngParts } from "../../lib/png/chunks.ts";
import { addAlpha, detachFromRowAbove, dropAlpha } from "./scanlines.ts";
import { through } from "../../lib/png/through.ts";

/** Size of the joined image; `transparent` makes it RGBA, otherwise it is RGB. */
export interface StitchedSize {
  widthPx: number;
  heightPx: number;
  transparent: boolean;
}

const CHANNELS_BY_COLOUR_TYPE = new Map([
  [2, 3],
  [6, 4],
]);
/** Large enough that promises cost little beside zlib, small beside the band in memory. */
const PIECE_BYTES = 256 * 1024;

/**
 * Joins bands, top to bottom: PNGs of the same width, eight bits a channel, RGB or RGBA, not
 * interlaced. One band is in memory at a time, and the next is pulled only when the reader wants
 * more; cancelling closes the iterator. The result is a byte stream, so it can travel over RPC.
 *
 * Chromium writes each band as RGB when it is opaque throughout, as RGBA otherwise. The header goes
 * out before the last band is known, so the caller says which it shall be: with `transparent`, RGB
 * bands gain an opaque alpha channel; without, an alpha channel is dropped.
 *
 * The stream fails with the iterator's own error, or with a plain Error when a band cannot be read
 * or joined, or the heights do not add up to `heightPx`.
 */
export function stitchPngBands(
  bands: AsyncIterable<Uint8Array>,
  size: StitchedSize,
): ReadableStream<Uint8Array> {
  const pieces = joinedPng(bands, size);
  return new ReadableStream({
    type: "bytes",
    // workerd would hand out 4 KiB at a time; this is one chunk, its 12 bytes of frame included.
    autoAllocateChunkSize: PIECE_BYTES + 12,
    async pull(controller) {
      const next = await pieces.next();
      if (!next.done) return controller.enqueue(next.value);
      controller.close();
      // A reader that brought its own buffer waits until that buffer is answered, too.
      controller.byobRequest?.respond(0);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

async function* joinedPng(
  bands: AsyncIterable<Uint8Array>,
  size: StitchedSize,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { widthPx, heightPx, transparent } = size;
  yield pngSignature();
  yield pngHeaderChunk({ widthPx, heightPx, colourType: transparent ? 6 : 2 });
  const compressed = through(scanlines(bands, size), new CompressionStream("deflate"), PIECE_BYTES);
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

/** A band's filtered rows, whole rows at a time, fit to follow any other row. */
async function* bandScanlines(
  band: PngParts,
  transparent: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { widthPx, heightPx } = band;
  const channels = CHANNELS_BY_COLOUR_TYPE.get(band.colourType);
  if (!channels || band.bitDepth !== 8 || band.interlaced) {
    throw new Error(
      `A band is of PNG type ${band.colourType}/${band.bitDepth} and cannot be joined.`,
    );
  }
  const rowBytes = 1 + widthPx * channels;
  const rowsAtATime = Math.max(1, Math.floor(PIECE_BYTES / rowBytes));
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
