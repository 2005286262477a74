// Decodes images, so that tests can check the colour of a pixel.
import { Buffer } from "node:buffer";
import jpeg from "jpeg-js";
import { expect } from "vitest";

/** Red, green, blue and alpha, each from 0 to 255. */
export type Colour = [red: number, green: number, blue: number, alpha: number];

export type DecodedImage = {
  widthPx: number;
  heightPx: number;
  /** Throws RangeError outside the image. */
  pixelAt: (x: number, y: number) => Colour;
};

export const WHITE: Colour = [255, 255, 255, 255];
export const BLACK: Colour = [0, 0, 0, 255];
export const RED: Colour = [255, 0, 0, 255];
export const GREEN: Colour = [0, 128, 0, 255];
export const BLUE: Colour = [0, 0, 255, 255];
export const CLEAR: Colour = [0, 0, 0, 0];

/** The maximum difference of a colour in a lossy format. */
const TOLERANCE = 10;

/** Decodes a PNG or JPEG. */
export async function decodeImage(bytes: Uint8Array): Promise<DecodedImage> {
  if (bytes[0] === 0xff) return decodeJpeg(bytes);
  return decodePng(bytes);
}

export function expectColour(image: DecodedImage, [x, y]: [x: number, y: number], colour: Colour) {
  const found = image.pixelAt(x, y);
  const near = found.every((value, channel) => Math.abs(value - colour[channel]!) <= TOLERANCE);
  expect(near, `at ${x},${y}: ${found.join(" ")} instead of ${colour.join(" ")}`).toBe(true);
}

/** Expects two PNG files with the same pixels and reports the position of differences. */
export async function expectSameImage(file: Uint8Array, expected: Uint8Array): Promise<void> {
  // Chromium writes the same pixels as the same bytes.
  if (Buffer.compare(file, expected) === 0) return;
  const [found, wanted] = [await decodePng(file), await decodePng(expected)];
  expect([found.widthPx, found.heightPx], "width and height").toEqual([
    wanted.widthPx,
    wanted.heightPx,
  ]);
  const differing: [x: number, y: number][] = [];
  for (let y = 0; y < found.heightPx; y++)
    for (let x = 0; x < found.widthPx; x++)
      if (found.pixelAt(x, y).join() !== wanted.pixelAt(x, y).join()) differing.push([x, y]);
  const [first, last] = [differing[0], differing.at(-1)];
  expect(differing.length, `pixels that differ, from ${first} to ${last}`).toBe(0);
}

/** Returns whether the image contains a plain area of this colour that is at least six pixels wide and high. */
export function hasColour(image: DecodedImage, colour: Colour): boolean {
  for (let y = 3; y < image.heightPx; y += 6)
    for (let x = 3; x < image.widthPx; x += 6)
      if (image.pixelAt(x, y).join() === colour.join()) return true;
  return false;
}

function decodeJpeg(bytes: Uint8Array): DecodedImage {
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true, formatAsRGBA: true });
  return createImage(width, height, 4, (y) => data.subarray(y * width * 4, (y + 1) * width * 4));
}

/** Decodes the kind of PNG that Chromium writes: eight bits per channel, RGB or RGBA, not interlaced. */
async function decodePng(bytes: Uint8Array): Promise<DecodedImage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  const channels = bytes[25] === 6 ? 4 : 3;
  const rowBytes = widthPx * channels;
  const rows: Uint8Array[] = [];
  let previous = new Uint8Array(rowBytes);
  for await (const line of scanlines(bytes, 1 + rowBytes)) {
    const row = unfilter(line, previous, channels);
    // Store equal consecutive rows once: tall images of plain bands would otherwise not fit into memory.
    if (rows.length > 0 && Buffer.compare(row, previous) === 0) rows.push(previous);
    else rows.push((previous = row));
  }
  expect(rows, "rows of the PNG").toHaveLength(heightPx);
  return createImage(widthPx, heightPx, channels, (y) => rows[y]!);
}

function createImage(
  widthPx: number,
  heightPx: number,
  channels: 3 | 4,
  rowAt: (y: number) => Uint8Array,
): DecodedImage {
  const pixelAt = (x: number, y: number): Colour => {
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) {
      throw new RangeError(`${x},${y} is outside of ${widthPx}×${heightPx}`);
    }
    const [red, green, blue, alpha] = rowAt(y).subarray(x * channels, (x + 1) * channels);
    return [red!, green!, blue!, alpha ?? 255];
  };
  return { widthPx, heightPx, pixelAt };
}

async function* scanlines(
  png: Uint8Array,
  length: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob(imageData(png)).stream();
  let line = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of compressed.pipeThrough(new DecompressionStream("deflate"))) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + length - filled);
      line.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < length) continue;
      yield line;
      line = new Uint8Array(length);
      filled = 0;
    }
  }
}

function imageData(png: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === "IDAT") parts.push(png.slice(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return parts;
}

/** Replaces the bytes of the line by those of its pixels (PNG specification, section 9.2) and returns them. */
function unfilter(
  line: Uint8Array<ArrayBuffer>,
  above: Uint8Array,
  channels: number,
): Uint8Array<ArrayBuffer> {
  const row = line.subarray(1);
  const { length } = row;
  switch (line[0]) {
    case 1:
      for (let i = channels; i < length; i++) row[i]! += row[i - channels]!;
      return row;
    case 2:
      for (let i = 0; i < length; i++) row[i]! += above[i]!;
      return row;
    case 3:
      for (let i = 0; i < channels; i++) row[i]! += above[i]! >> 1;
      for (let i = channels; i < length; i++) row[i]! += (row[i - channels]! + above[i]!) >> 1;
      return row;
    case 4:
      for (let i = 0; i < channels; i++) row[i]! += above[i]!;
      for (let i = channels; i < length; i++)
        row[i]! += nearest(row[i - channels]!, above[i]!, above[i - channels]!);
      return row;
    default:
      return row;
  }
}

/** Returns the neighbour that is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - corner - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
