import { describe, expect, it } from "vitest";
import { readDimensions } from "../../../../src/capture/encode/dimensions.ts";
import { concat, encodePng, noise } from "./png-image.ts";

describe("readDimensions", () => {
  it("The size of a PNG is read.", () => {
    const png = encodePng(noise({ widthPx: 300, heightPx: 7, channels: 3 }));

    expect(readDimensions(png)).toEqual({ widthPx: 300, heightPx: 7 });
  });

  it("The size of a PNG in the middle of a buffer is read from its first bytes.", () => {
    const png = encodePng(noise({ widthPx: 70_000, heightPx: 1, channels: 3 }));
    const inside = concat([new Uint8Array(13), png]).subarray(13, 13 + 24);

    expect(readDimensions(inside)).toEqual({ widthPx: 70_000, heightPx: 1 });
  });

  it.each([
    ["baseline", 0xc0],
    ["progressive", 0xc2],
    ["arithmetic", 0xc9],
  ])("The size of a %s JPEG is read.", (_, marker) => {
    const jpeg = concat([START, APP0, QUANTIZATION, frame(marker, 1280, 65_000)]);

    expect(readDimensions(jpeg)).toEqual({ widthPx: 1280, heightPx: 65_000 });
  });

  it("The size of a JPEG is read after a profile, fill bytes and Huffman tables.", () => {
    const thumbnail = concat([START, frame(0xc0, 160, 120)]);
    const profile = segment(0xe2, thumbnail);
    const huffman = segment(0xc4, new Uint8Array(30).fill(0xc0));
    const fill = Uint8Array.of(0xff, 0xff);
    const jpeg = concat([START, APP0, profile, fill, huffman, frame(0xc0, 640, 481)]);

    expect(readDimensions(jpeg)).toEqual({ widthPx: 640, heightPx: 481 });
  });

  it("The size of a lossy WebP is read without the scale bits.", () => {
    const data = Uint8Array.of(0x30, 1, 0, 0x9d, 0x01, 0x2a, 0x00, 0x45, 0xff, 0xbf);

    expect(readDimensions(webp("VP8 ", data))).toEqual({ widthPx: 1280, heightPx: 16_383 });
  });

  it("The size of a lossless WebP is read.", () => {
    // 14 bits of width - 1, 14 bits of height - 1, one bit of alpha.
    const bits = (1279 | (16_382 << 14) | (1 << 28)) >>> 0;
    const data = new Uint8Array(10);
    data[0] = 0x2f;
    new DataView(data.buffer).setUint32(1, bits, true);

    expect(readDimensions(webp("VP8L", data))).toEqual({ widthPx: 1280, heightPx: 16_383 });
  });

  it("The size of an extended WebP is read.", () => {
    const data = Uint8Array.of(0x10, 0, 0, 0, 0xff, 0x04, 0x01, 0xfe, 0x3f, 0);

    expect(readDimensions(webp("VP8X", data))).toEqual({ widthPx: 66_816, heightPx: 16_383 });
  });
});

describe("Unreadable images", () => {
  it.each([
    ["no bytes", new Uint8Array()],
    ["a web page", new TextEncoder().encode("<!doctype html><title>not an image</title>")],
    ["a RIFF of another kind", new TextEncoder().encode("RIFF....WAVEfmt ................")],
    ["a WebP of an unknown kind", webp("VP9 ", new Uint8Array(10))],
  ])("An unreadable file is rejected: %s.", (_, bytes) => {
    expect(() => readDimensions(bytes)).toThrow("not a PNG, JPEG or WebP");
  });

  it.each([
    ["PNG", encodePng(noise({ widthPx: 3, heightPx: 7, channels: 3 })).subarray(0, 22)],
    ["JPEG without a frame", concat([START, APP0])],
    ["JPEG that ends within its frame", concat([START, frame(0xc0, 1, 1)]).subarray(0, 8)],
    ["WebP", webp("VP8X", new Uint8Array(10)).subarray(0, 28)],
  ])("A truncated %s is rejected.", (_, bytes) => {
    expect(() => readDimensions(bytes)).toThrow("ends before the header with its size");
  });

  it("A JPEG with a gap between segments is rejected.", () => {
    const jpeg = concat([START, APP0, new Uint8Array(20), frame(0xc0, 1, 1)]);

    expect(() => readDimensions(jpeg)).toThrow("no marker at the start of a segment");
  });
});

const START = Uint8Array.of(0xff, 0xd8);
const APP0 = segment(0xe0, Uint8Array.of(0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0));
const QUANTIZATION = segment(0xdb, new Uint8Array(65).fill(16));

function frame(marker: number, widthPx: number, heightPx: number) {
  const data = new Uint8Array(15);
  data[0] = 8;
  new DataView(data.buffer).setUint16(1, heightPx);
  new DataView(data.buffer).setUint16(3, widthPx);
  return segment(marker, data);
}

function segment(marker: number, data: Uint8Array) {
  const head = Uint8Array.of(0xff, marker, 0, 0);
  new DataView(head.buffer).setUint16(2, 2 + data.length);
  return concat([head, data]);
}

function webp(kind: string, data: Uint8Array) {
  const head = new TextEncoder().encode(`RIFF....WEBP${kind}....`);
  new DataView(head.buffer).setUint32(16, data.length, true);
  return concat([head, data]);
}
