// Reads the pixel size of an encoded image from its first bytes.
import { isPng } from "../../lib/png/chunks.ts";

export interface ImageDimensions {
  widthPx: number;
  heightPx: number;
}

/**
 * Returns the size of a PNG, JPEG or WebP and detects the format by content. PNG and WebP require their first 30 bytes, a
 * JPEG all bytes up to its frame header. Throws a plain Error for other formats and missing bytes.
 */
export function readDimensions(bytes: Uint8Array): ImageDimensions {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: ImageDimensions | undefined;
  try {
    if (isPng(bytes)) size = { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
    else if (isJpeg(bytes)) size = readJpeg(view);
    else if (isWebp(bytes)) size = readWebp(view);
  } catch (error) {
    // DataView reports missing bytes as a RangeError. Throw a clearer message.
    if (!(error instanceof RangeError)) throw error;
    throw new Error("The image ends before the header with its size.", { cause: error });
  }
  if (!size) throw new Error("These bytes are not a PNG, JPEG or WebP.");
  return size;
}

/** Skips segments until a frame header, SOF0 to SOF15 (ITU-T T.81, annex B). */
function readJpeg(view: DataView): ImageDimensions {
  let at = 2;
  for (;;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff)
      throw new Error("The JPEG has no marker at the start of a segment.");
    if (marker === 0xff) {
      at += 1; // Any number of fill bytes may precede a marker.
    } else if (isFrameHeader(marker)) {
      return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
}

/** C4, C8 and CC are in the range of frame headers, but identify tables and reserved segments. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The name of the first chunk defines the kind of bitstream (RFC 9649). */
function readWebp(view: DataView): ImageDimensions | undefined {
  switch (tag(view, 12)) {
    case "VP8 ":
      // The two highest bits are a scale for display, not part of the size.
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
