// Decodes a PNG stream into RGBA rows, a few rows at a time.
import { Breaks } from "./breaks.ts";
import { ByteSource } from "./byte-source.ts";
import { isPng } from "../lib/png/chunks.ts";
import { through } from "../lib/png/through.ts";

export type PngSize = { widthPx: number; heightPx: number };

/** Rows of one PNG, from top to bottom. */
export type PngRows = PngSize & {
  /**
   * Yields whole rows of four bytes per pixel. The next iteration overwrites the buffer. Throws UnreadablePng when the
   * pixels are incomplete or corrupt.
   */
  rows: AsyncGenerator<Uint8Array, void, undefined>;
};

/** The bytes are no PNG, end too early, or use a PNG feature that Chromium never writes. */
class UnreadablePng extends Error {}

/** Returns whether the error means that the image is corrupt. Another attempt would fail, too. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadablePng;
}

const SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk. */
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;
const RGB = 2;
/** The colours of diff images are in a palette. */
const PALETTE = 3;
const RGBA = 6;

type ColourType = typeof RGB | typeof PALETTE | typeof RGBA;

const CHANNELS: Record<ColourType, number> = { [RGB]: 3, [PALETTE]: 1, [RGBA]: 4 };

/** The alpha byte of a pixel without transparency. */
const OPAQUE = 0xff << 24;

/**
 * The size of one read of inflated data: large enough to make the cost of promises small, and small enough for a Worker's
 * memory.
 */
const READ_BYTES = 512 * 1024;

/** Reads the header of a PNG. Supports eight bits per channel, RGB, RGBA or an opaque palette, without interlacing. */
export async function openPngRows(png: ReadableStream<Uint8Array>): Promise<PngRows> {
  const source = new ByteSource(png);
  const head = await source.take(SIGNATURE_BYTES + CHUNK_FRAME_BYTES + HEADER_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (!isPng(head) || head.length < SIGNATURE_BYTES + CHUNK_FRAME_BYTES + HEADER_BYTES)
    throw new UnreadablePng("The file is not a PNG.");
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  const [bitDepth, colourType, interlaced] = [head[24], head[25], head[28]];
  if (bitDepth !== 8 || !isColourType(colourType) || interlaced !== 0)
    throw new UnreadablePng(`PNG type ${colourType}/${bitDepth} is not supported.`);
  return { widthPx, heightPx, rows: decodeRows(source, { widthPx, heightPx }, colourType) };
}

function isColourType(type: number | undefined): type is ColourType {
  return type === RGB || type === PALETTE || type === RGBA;
}

async function* decodeRows(
  source: ByteSource,
  { widthPx, heightPx }: PngSize,
  colourType: ColourType,
): AsyncGenerator<Uint8Array, void, undefined> {
  const channels = CHANNELS[colourType];
  const opaque = colourType === RGB ? OPAQUE : 0;
  const palette = new Int32Array(256);
  const rowBytes = 1 + widthPx * channels;
  const rowsPerRead = Math.max(1, Math.floor(READ_BYTES / rowBytes));
  // Filters work on bytes. Whole pixels of four bytes are several times faster.
  const decoded = new Int32Array(rowsPerRead * widthPx);
  const previous = new Int32Array(widthPx);
  // The filters of later rows need the indices.
  const coloured = colourType === PALETTE ? new Int32Array(decoded.length) : decoded;
  const breaks = new Breaks();
  let rowsLeft = heightPx;
  const inflated = through(
    imageData(source, palette),
    new DecompressionStream("deflate"),
    rowsPerRead * rowBytes,
  );
  try {
    for await (const filtered of inflated) {
      const count = Math.min(Math.floor(filtered.length / rowBytes), rowsLeft);
      let above = previous;
      for (let row = 0; row < count; row++) {
        const at = row * rowBytes;
        const line = decoded.subarray(row * widthPx, (row + 1) * widthPx);
        readPixels(filtered.subarray(at + 1, at + rowBytes), line, channels);
        reverseFilter(filtered[at]!, line, above, opaque);
        above = line;
      }
      previous.set(above);
      rowsLeft -= count;
      if (colourType === PALETTE)
        for (let i = 0; i < count * widthPx; i++) coloured[i] = palette[decoded[i]! & 255]!;
      if (count > 0) yield new Uint8Array(coloured.buffer, 0, count * widthPx * 4);
      if (rowsLeft === 0) return;
      await breaks.after(count * widthPx);
    }
  } catch (cause) {
    if (source.failed || cause instanceof UnreadablePng) throw cause;
    // The inflater reports corrupt data as a TypeError without details.
    throw new UnreadablePng("The PNG's image data is corrupt.", { cause });
  } finally {
    await source.cancel();
  }
  throw new UnreadablePng(`The PNG ends ${rowsLeft} rows before its last row.`);
}

/**
 * Yields the payload of the IDAT chunks, and stores the colours of the PLTE chunk in `palette`. Does not check CRCs: zlib
 * data contains a checksum.
 */
async function* imageData(
  source: ByteSource,
  palette: Int32Array,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const frame = await source.take(8);
    if (frame.length < 8) return;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const type = String.fromCharCode(...frame.subarray(4, 8));
    let left = view.getUint32(0);
    if (type === "IEND") return;
    if (type === "PLTE" && left <= palette.length * 3) {
      const colours = await source.take(left);
      for (let i = 0; i + 2 < colours.length; i += 3)
        palette[i / 3] = colours[i]! | (colours[i + 1]! << 8) | (colours[i + 2]! << 16) | OPAQUE;
      left = 0;
    }
    while (left > 0) {
      const part = await source.takeSome(left);
      if (part === undefined) return;
      left -= part.length;
      if (type === "IDAT") yield part;
    }
    await source.take(4);
  }
}

/**
 * Packs each pixel into an integer, red or the index in the lowest byte: the order of RGBA bytes on little-endian machines.
 */
function readPixels(bytes: Uint8Array, line: Int32Array, channels: number): void {
  if (channels === 1) {
    line.set(bytes);
    return;
  }
  for (let x = 0, i = 0; x < line.length; x++, i += channels) {
    const alpha = channels === 4 ? bytes[i + 3]! << 24 : 0;
    line[x] = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | alpha;
  }
}

/**
 * Reverses PNG's row filters in place (PNG specification, section 9.2). `above`: the previous row, decoded. `opaque`:
 * the bits that every decoded pixel has.
 */
function reverseFilter(filter: number, line: Int32Array, above: Int32Array, opaque: number): void {
  const width = line.length;
  let left = 0;
  switch (filter) {
    case 0:
      for (let x = 0; x < width; x++) line[x] = line[x]! | opaque;
      return;
    case 1:
      for (let x = 0; x < width; x++) line[x] = left = addBytes(line[x]!, left) | opaque;
      return;
    case 2:
      for (let x = 0; x < width; x++) line[x] = addBytes(line[x]!, above[x]!) | opaque;
      return;
    case 3:
      for (let x = 0; x < width; x++)
        line[x] = left = addBytes(line[x]!, averageBytes(left, above[x]!)) | opaque;
      return;
    case 4:
      for (let x = 0, aboveLeft = 0; x < width; x++) {
        const predicted = paethBytes(left, above[x]!, aboveLeft);
        line[x] = left = addBytes(line[x]!, predicted) | opaque;
        aboveLeft = above[x]!;
      }
      return;
    default:
      throw new UnreadablePng(`The PNG uses the unknown row filter ${filter}.`);
  }
}

/** Adds four bytes at a time, each modulo 256: the highest bits are added without a carry. */
function addBytes(a: number, b: number): number {
  return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080);
}

/** Returns the mean of four pairs of bytes, each rounded down. */
function averageBytes(a: number, b: number): number {
  return (a & b) + (((a ^ b) & 0xfefefefe) >>> 1);
}

function paethBytes(left: number, above: number, aboveLeft: number): number {
  if (above === aboveLeft) return left;
  if (left === aboveLeft) return above;
  let predicted = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const byte = paeth(
      (left >>> shift) & 255,
      (above >>> shift) & 255,
      (aboveLeft >>> shift) & 255,
    );
    predicted |= byte << shift;
  }
  return predicted;
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const toLeft = Math.abs(above - aboveLeft);
  const toAbove = Math.abs(left - aboveLeft);
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}
