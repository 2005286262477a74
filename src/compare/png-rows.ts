// Decodes a PNG stream into RGBA rows, a few rows at a time.
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
const RGBA = 6;

/**
 * The size of one read of inflated data: large enough to make the cost of promises small, and small enough for a Worker's
 * memory.
 */
const READ_BYTES = 512 * 1024;

/** Reads the header of a PNG. Supports eight bits per channel, RGB or RGBA, without interlacing. */
export async function openPngRows(png: ReadableStream<Uint8Array>): Promise<PngRows> {
  const source = new ByteSource(png);
  const head = await source.take(SIGNATURE_BYTES + CHUNK_FRAME_BYTES + HEADER_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (!isPng(head) || head.length < SIGNATURE_BYTES + CHUNK_FRAME_BYTES + HEADER_BYTES)
    throw new UnreadablePng("The file is not a PNG.");
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  const [bitDepth, colorType, interlaced] = [head[24], head[25], head[28]];
  if (bitDepth !== 8 || (colorType !== RGB && colorType !== RGBA) || interlaced !== 0)
    throw new UnreadablePng(`PNG type ${colorType}/${bitDepth} is not supported.`);
  return { widthPx, heightPx, rows: decodeRows(source, { widthPx, heightPx }, colorType) };
}

async function* decodeRows(
  source: ByteSource,
  { widthPx, heightPx }: PngSize,
  colorType: typeof RGB | typeof RGBA,
): AsyncGenerator<Uint8Array, void, undefined> {
  const channels = colorType === RGB ? 3 : 4;
  const rowBytes = 1 + widthPx * channels;
  const rowsPerRead = Math.max(1, Math.floor(READ_BYTES / rowBytes));
  const decoded = new Uint8Array(rowsPerRead * widthPx * 4);
  const previous = new Uint8Array(rowBytes - 1);
  let rowsLeft = heightPx;
  const inflated = through(
    imageData(source),
    new DecompressionStream("deflate"),
    rowsPerRead * rowBytes,
  );
  try {
    for await (const filtered of inflated) {
      const count = Math.min(Math.floor(filtered.length / rowBytes), rowsLeft);
      for (let row = 0; row < count; row++) {
        const line = filtered.subarray(row * rowBytes + 1, (row + 1) * rowBytes);
        reverseFilter(filtered[row * rowBytes]!, line, previous, channels);
        previous.set(line);
        expandToRgba(line, decoded, row * widthPx * 4, channels);
      }
      rowsLeft -= count;
      if (count > 0) yield decoded.subarray(0, count * widthPx * 4);
      if (rowsLeft === 0) return;
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

/** Yields the payload of the IDAT chunks. Does not check CRCs: zlib data contains a checksum. */
async function* imageData(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const frame = await source.take(8);
    if (frame.length < 8) return;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const type = String.fromCharCode(...frame.subarray(4, 8));
    let left = view.getUint32(0);
    if (type === "IEND") return;
    while (left > 0) {
      const part = await source.takeSome(left);
      if (part === undefined) return;
      left -= part.length;
      if (type === "IDAT") yield part;
    }
    await source.take(4);
  }
}

/** Reverses PNG's row filters in place (PNG specification, section 9.2). `above`: the previous row, decoded. */
function reverseFilter(
  filter: number,
  line: Uint8Array,
  above: Uint8Array,
  channels: number,
): void {
  const length = line.length;
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let i = channels; i < length; i++) line[i] = line[i]! + line[i - channels]!;
      return;
    case 2:
      for (let i = 0; i < length; i++) line[i] = line[i]! + above[i]!;
      return;
    case 3:
      for (let i = 0; i < channels; i++) line[i] = line[i]! + (above[i]! >> 1);
      for (let i = channels; i < length; i++)
        line[i] = line[i]! + ((line[i - channels]! + above[i]!) >> 1);
      return;
    case 4:
      for (let i = 0; i < channels; i++) line[i] = line[i]! + above[i]!;
      for (let i = channels; i < length; i++)
        line[i] = line[i]! + paeth(line[i - channels]!, above[i]!, above[i - channels]!);
      return;
    default:
      throw new UnreadablePng(`The PNG uses the unknown row filter ${filter}.`);
  }
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const toLeft = Math.abs(above - aboveLeft);
  const toAbove = Math.abs(left - aboveLeft);
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

function expandToRgba(line: Uint8Array, target: Uint8Array, at: number, channels: number): void {
  if (channels === 4) {
    target.set(line, at);
    return;
  }
  for (let from = 0, to = at; from < line.length; from += 3, to += 4) {
    target[to] = line[from]!;
    target[to + 1] = line[from + 1]!;
    target[to + 2] = line[from + 2]!;
    target[to + 3] = 255;
  }
}

/** Reads a stream in the amounts that a parser needs. */
class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  #failed = false;

  /** Whether reading the stream failed. */
  get failed(): boolean {
    return this.#failed;
  }

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Takes `count` bytes, or fewer at the end of the stream. */
  async take(count: number): Promise<Uint8Array> {
    const taken = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      const part = await this.takeSome(count - filled);
      if (part === undefined) break;
      taken.set(part, filled);
      filled += part.length;
    }
    return taken.subarray(0, filled);
  }

  /** Takes at least one byte and at most `max` bytes; undefined at the end of the stream. */
  async takeSome(max: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#reader.read().catch((error: unknown) => {
        this.#failed = true;
        throw error;
      });
      if (done) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
