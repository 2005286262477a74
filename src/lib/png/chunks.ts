// Reads the chunks of a whole PNG file, and writes single chunks.

/**
 * The fields of the IHDR chunk, and the data of the IDAT chunks as views of the file. Together, the data is one zlib
 * stream.
 */
export interface PngParts {
  widthPx: number;
  heightPx: number;
  bitDepth: number;
  colourType: number;
  interlaced: boolean;
  idat: Uint8Array[];
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and CRC of a chunk have 4 bytes each. */
const CHUNK_OVERHEAD_BYTES = 12;

/** Returns a new copy on each call, because a byte stream detaches the buffers that it receives. */
export function pngSignature(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(SIGNATURE);
}

/**
 * Reads a complete PNG. Does not check CRCs, because the bytes come directly from the encoder. Throws a plain Error when
 * the bytes are no PNG or end too early.
 */
export function readPng(png: Uint8Array): PngParts {
  if (!isPng(png)) throw new Error("These bytes are not a PNG.");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let header: Omit<PngParts, "idat"> | undefined;
  const idat: Uint8Array[] = [];

  let at = SIGNATURE.length;
  while (at + CHUNK_OVERHEAD_BYTES <= png.length) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const data = png.subarray(at + 8, at + 8 + length);
    at += CHUNK_OVERHEAD_BYTES + length;
    if (at > png.length) break;
    if (type === "IHDR") header = readHeader(data);
    else if (type === "IDAT") idat.push(data);
    else if (type === "IEND" && header) return { ...header, idat };
  }
  throw new Error("The PNG ends before its last chunk.");
}

/** Returns a complete chunk. `type`: its four-letter name. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(CHUNK_OVERHEAD_BYTES + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

/** Returns the IHDR chunk of an image with eight bits per channel, not interlaced. */
export function pngHeaderChunk(header: {
  widthPx: number;
  heightPx: number;
  colourType: number;
}): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, header.widthPx);
  view.setUint32(4, header.heightPx);
  data[8] = 8;
  data[9] = header.colourType;
  return pngChunk("IHDR", data);
}

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

function readHeader(data: Uint8Array): Omit<PngParts, "idat"> {
  if (data.length !== 13) throw new Error("The PNG's header chunk has the wrong length.");
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    widthPx: view.getUint32(0),
    heightPx: view.getUint32(4),
    bitDepth: view.getUint8(8),
    colourType: view.getUint8(9),
    interlaced: view.getUint8(12) !== 0,
  };
}

/** Returns the CRC-32 that PNG requires (ISO 3309, reflected polynomial). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    crc = CRC_TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});
