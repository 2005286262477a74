// Pixel size of an encoded image, read from its first bytes.
import { isPng } from "../../lib/png/chunks.ts";

export interface ImageDimensions {
  widthPx: number;
  heightPx: number;
}

/**
 * Size of a PNG, JPEG or WebP, recognised by its content. PNG and WebP need their first 30 bytes, a
 * JPEG everything up to its frame header.
 * Throws a plain Error when the bytes are of no such format, or too few.
 */
export function readDimensions(bytes: Uint8Array): ImageDimensions {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: ImageDimensions | undefined;
  try {
    if (isPng(bytes)) size = { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
    else if (isJpeg(bytes)) size = readJpeg(view);
    else if (isWebp(bytes)) size = readWebp(view);
  } catch (error) {
    // Only to say it in words: DataView reports bytes that are missing as a RangeError.
    if (!(error instanceof RangeError)) throw error;
    throw new Error("The image ends before its size.", { cause: error });
  }
  if (!size) throw new Error("These bytes are not a PNG, JPEG or WebP.");
  return size;
}

/** ITU T.81, annex B: segments follow one another until a frame header (SOF0 to SOF15). */
function readJpeg(view: DataView): ImageDimensions {
  let at = 2;
  for (;;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) throw new Error("The JPEG has no marker where one is due.");
    if (marker === 0xff) {
      at += 1; // Any number of fill bytes may stand before a marker.
    } else if (isFrameHeader(marker)) {
      return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
}

/** C4, C8 and CC lie in the range of the frame headers, but are tables and reserved. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** RFC 9649: what kind of bitstream follows is the first chunk's name. */
function readWebp(view: DataView): ImageDimensions | undefined {
  switch (tag(view, 12)) {
    case "VP8 ":
      // The two highest bits are a scale for display.
      return {
        widthPx: view.getUint16(26, true) & 0x3fff,
        heightPx: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { widthPx: uint24(view, 24) + 1, heightPx: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

function isWebp(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tag(view, 0) === "RIFF" && tag(view, 8) === "WEBP";
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
