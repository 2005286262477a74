// Images with very many pixels in small files: they need 1.6 GB when a browser decodes them.
import { crc32, deflateSync } from "node:zlib";

const SIDE_PX = 20_000;

/** A black image with one bit per pixel. */
export function hugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE_PX, 0);
  header.writeUInt32BE(SIDE_PX, 4);
  // Bit depth 1, greyscale.
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(SIDE_PX * (1 + SIDE_PX / 8));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A grey image: two bits per block of 8 × 8 pixels, both zero. */
export function hugeJpeg(): Buffer {
  const [high, low] = [SIDE_PX >> 8, SIDE_PX & 255];
  const blocks = (SIDE_PX / 8) ** 2;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    jpegSegment(0xc0, [8, high, low, high, low, 1, 1, 0x11, 0]),
    // Each Huffman table has one code of one bit: "no difference" and "end of block".
    jpegSegment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    jpegSegment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.alloc((blocks * 2) / 8),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function jpegSegment(marker: number, content: number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}
