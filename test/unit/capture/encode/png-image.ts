// Encodes PNG images with a given filter for each row, and decodes them again.
import { crc32, deflateSync, inflateSync } from "node:zlib";

/** `pixels`: rows from top to bottom with `channels` bytes per pixel (3: RGB, 4: RGBA). */
export interface DecodedImage {
  widthPx: number;
  heightPx: number;
  channels: 3 | 4;
  pixels: Uint8Array;
}

/** Returns an image of reproducible noise, so that every filter and every error changes its bytes. */
export function noise(
  size: { widthPx: number; heightPx: number; channels: 3 | 4 },
  seed = 1,
): DecodedImage {
  const pixels = new Uint8Array(size.widthPx * size.heightPx * size.channels);
  let state = seed * 0x9e3779b1;
  for (let i = 0; i < pixels.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels[i] = state;
  }
  return { ...size, pixels };
}

/** Returns the rows `from` to `to` (exclusive) of an image. */
export function slice(image: DecodedImage, from: number, to: number): DecodedImage {
  const rowBytes = image.widthPx * image.channels;
  const pixels = image.pixels.subarray(from * rowBytes, to * rowBytes);
  return { ...image, heightPx: to - from, pixels };
}

export function withOpaqueAlpha(image: DecodedImage): DecodedImage {
  return { ...image, channels: 4, pixels: rechannel(image.pixels, 3, 4) };
}

export function withoutAlpha(image: DecodedImage): DecodedImage {
  return { ...image, channels: 3, pixels: rechannel(image.pixels, 4, 3) };
}

/** Applies `filters` to the rows in order and repeats them. `idatBytes`: the size of the chunks of compressed data. */
export function encodePng(
  image: DecodedImage,
  filters: readonly number[] = [0, 1, 2, 3, 4],
  idatBytes = 4096,
): Uint8Array<ArrayBuffer> {
  const { widthPx, heightPx, channels, pixels } = image;
  const rowBytes = widthPx * channels;
  const scanlines = new Uint8Array(heightPx * (1 + rowBytes));
  for (let y = 0; y < heightPx; y++) {
    const filter = filters[y % filters.length]!;
    const at = y * (1 + rowBytes);
    scanlines[at] = filter;
    for (let x = 0; x < rowBytes; x++) {
      const here = y * rowBytes + x;
      const value = pixels[here]! - predict(filter, pixels, here, x, y, rowBytes, channels);
      scanlines[at + 1 + x] = value;
    }
  }
  const compressed = deflateSync(scanlines);
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, widthPx);
  new DataView(header.buffer).setUint32(4, heightPx);
  header.set([8, channels === 3 ? 2 : 6], 8);
  const parts = [chunk("IHDR", header)];
  for (let at = 0; at < compressed.length; at += idatBytes) {
    parts.push(chunk("IDAT", compressed.subarray(at, at + idatBytes)));
  }
  return concat([SIGNATURE, ...parts, chunk("IEND", new Uint8Array())]);
}

/** Decodes an eight-bit RGB, RGBA or indexed PNG, checking every CRC; `chunks` are the names in order. */
export function decodePng(png: Uint8Array): DecodedImage & { chunks: string[] } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (!SIGNATURE.every((byte, i) => png[i] === byte)) throw new Error("no signature");
  const chunks: string[] = [];
  const idat: Uint8Array[] = [];
  let palette = new Uint8Array();
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    if (view.getUint32(at + 8 + length) !== crc32(png.subarray(at + 4, at + 8 + length))) {
      throw new Error(`the CRC of ${type} is wrong`);
    }
    chunks.push(type);
    if (type === "IDAT") idat.push(png.subarray(at + 8, at + 8 + length));
    if (type === "PLTE") palette = png.slice(at + 8, at + 8 + length);
    at += 12 + length;
  }
  const widthPx = view.getUint32(16);
  const heightPx = view.getUint32(20);
  const channels = png[25] === 3 ? 1 : png[25] === 2 ? 3 : 4;
  const rowBytes = widthPx * channels;
  const scanlines = inflateSync(concat(idat));
  if (scanlines.length !== heightPx * (1 + rowBytes)) throw new Error("wrong number of pixels");
  const pixels = new Uint8Array(heightPx * rowBytes);
  for (let y = 0; y < heightPx; y++) {
    const at = y * (1 + rowBytes);
    const filter = scanlines[at]!;
    if (filter > 4) throw new Error(`filter ${filter}`);
    for (let x = 0; x < rowBytes; x++) {
      const here = y * rowBytes + x;
      const residue = scanlines[at + 1 + x]!;
      pixels[here] = residue + predict(filter, pixels, here, x, y, rowBytes, channels);
    }
  }
  const size = { widthPx, heightPx, chunks };
  if (channels !== 1) return { ...size, channels, pixels };
  const colours = Array.from(pixels, (index) => palette.subarray(index * 3, index * 3 + 3));
  return { ...size, channels: 3, pixels: concat(colours) };
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The PNG filters (PNG specification, section 9.2), independent of the code under test. */
function predict(
  filter: number,
  pixels: Uint8Array,
  here: number,
  x: number,
  y: number,
  rowBytes: number,
  channels: number,
): number {
  const left = x < channels ? 0 : pixels[here - channels]!;
  const above = y === 0 ? 0 : pixels[here - rowBytes]!;
  const corner = x < channels || y === 0 ? 0 : pixels[here - rowBytes - channels]!;
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return Math.floor((left + above) / 2);
    case 4: {
      const estimate = left + above - corner;
      const byLeft = Math.abs(estimate - left);
      const byAbove = Math.abs(estimate - above);
      const byCorner = Math.abs(estimate - corner);
      if (byLeft <= byAbove && byLeft <= byCorner) return left;
      return byAbove <= byCorner ? above : corner;
    }
    default:
      return 0;
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat([new TextEncoder().encode(type), data]);
  const length = new Uint8Array(4);
  const crc = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, data.length);
  new DataView(crc.buffer).setUint32(0, crc32(body));
  return concat([length, body, crc]);
}

function rechannel(pixels: Uint8Array, from: number, to: number): Uint8Array {
  const result = new Uint8Array((pixels.length / from) * to).fill(255);
  for (let pixel = 0; pixel < pixels.length / from; pixel++) {
    for (let i = 0; i < 3; i++) result[pixel * to + i] = pixels[pixel * from + i]!;
  }
  return result;
}
