import { deflateSync, inflateSync } from "node:zlib";
import { encode } from "jpeg-js";
import { describe, expect, it, vi } from "vitest";
import {
  countPages,
  readDictionary,
  readPdf,
  readStream,
} from "../../../../src/capture/encode/pdf-file.ts";
import { recompressPdfImages } from "../../../../src/capture/encode/pdf-images.ts";
import type { RasterImage } from "../../../../src/capture/encode/pdf-images.ts";
import { buildPdf, bytesOf } from "./pdf-document.ts";
import type { PdfObject } from "./pdf-document.ts";

const WIDTH = 64;
const HEIGHT = 48;
const PROFILE = 9;
const CMYK_PROFILE = 8;
const IMAGE = 4;

function document(...images: PdfObject[]): Uint8Array<ArrayBuffer> {
  return buildPdf(objectsWith(images));
}

function objectsWith(images: PdfObject[]): PdfObject[] {
  return [
    {
      number: 3,
      dictionary:
        "/Type /Page\n/Resources <</XObject <</X4 4 0 R>>>>\n/MediaBox [0 0 612 792]\n/Parent 2 0 R",
    },
    ...images,
    {
      number: PROFILE,
      dictionary: "/N 3\n/Filter /FlateDecode",
      data: deflateSync(bytesOf("profile")),
    },
    {
      number: CMYK_PROFILE,
      dictionary: "/N 4\n/Filter /FlateDecode",
      data: deflateSync(bytesOf("profile")),
    },
    { number: 2, dictionary: "/Type /Pages\n/Count 2\n/Kids [3 0 R 3 0 R]" },
    { number: 1, dictionary: "/Type /Catalog\n/Pages 2 0 R" },
  ];
}

function replaceByte(
  bytes: Uint8Array<ArrayBuffer>,
  before: string,
  byte: string,
): Uint8Array<ArrayBuffer> {
  const at = String.fromCharCode(...bytes).indexOf(before);
  return bytes.with(at, byte.charCodeAt(0));
}

function noise(channels: number): Uint8Array {
  // Deterministic, so that every run has the same sizes; irregular, so that Flate cannot compress it.
  return Uint8Array.from(
    { length: WIDTH * HEIGHT * channels },
    (_, index) => (index * index * 31 + index * 7) >> 4,
  );
}

function imageObject(
  changes: {
    number?: number;
    colorSpace?: string;
    more?: string;
    filter?: string;
    data?: Uint8Array;
    width?: number;
  } = {},
) {
  const {
    number = IMAGE,
    colorSpace = `[/ICCBased ${PROFILE} 0 R]`,
    more = "",
    filter = "FlateDecode",
  } = changes;
  const data = changes.data ?? deflateSync(noise(colorSpace === "/DeviceGray" ? 1 : 3));
  const dictionary = `/Type /XObject\n/Subtype /Image\n/Width ${changes.width ?? WIDTH}\n/Height ${HEIGHT}\n/ColorSpace ${colorSpace}${more}\n/BitsPerComponent 8\n/Filter /${filter}`;
  return { number, dictionary, data };
}

function jpegOf(rgba: Uint8Array, width = WIDTH, height = HEIGHT): Uint8Array {
  return encode({ data: rgba, width, height }, 40).data;
}

const SMALL_JPEG = jpegOf(new Uint8Array(WIDTH * HEIGHT * 4).fill(128));

/** Encodes real samples as a real JPEG, as the browser does. */
async function reencode({ encoding, bytes, channels }: RasterImage): Promise<Uint8Array> {
  if (encoding === "jpeg") return SMALL_JPEG;
  const samples = inflateSync(bytes);
  const rgba = Uint8Array.from(
    { length: WIDTH * HEIGHT * 4 },
    (_, at) => samples[(at >> 2) * channels] ?? 0,
  );
  return jpegOf(rgba);
}

function object(bytes: Uint8Array, number: number) {
  const pdf = readPdf(bytes);
  if (pdf === undefined) throw new Error("the document cannot be read any more");
  const range = pdf.objects.get(number);
  return {
    dictionary: readDictionary(pdf, number) ?? "",
    data: readStream(pdf, number),
    whole: bytes.subarray(range?.start, range?.end),
  };
}

describe("image quality of a PDF", () => {
  it("A raster image becomes a smaller JPEG.", async () => {
    const before = document(imageObject());
    const after = await recompressPdfImages(before, reencode);
    const image = object(after, IMAGE);
    expect(after.length).toBeLessThan(before.length);
    expect(image.dictionary).toContain("/Filter /DCTDecode");
    expect(image.dictionary).toContain(`/ColorSpace [/ICCBased ${PROFILE} 0 R]`);
    expect(image.data?.subarray(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
    expect(image.dictionary.match(/\/Length/g)).toHaveLength(1);
  });

  it("All other objects and the page count do not change.", async () => {
    const before = document(imageObject());
    const after = await recompressPdfImages(before, reencode);
    for (const number of [1, 2, 3, PROFILE]) {
      expect(object(after, number).whole).toEqual(object(before, number).whole);
    }
    expect(countPages(after)).toBe(2);
  });

  it("The encoder receives the data that the browser needs to draw an image.", async () => {
    const seen = vi.fn(async (_image: RasterImage) => undefined);
    const jpeg = jpegOf(new Uint8Array(WIDTH * HEIGHT * 4).map((_, index) => (index * index) >> 3));
    await recompressPdfImages(
      document(imageObject(), imageObject({ number: 5, filter: "DCTDecode", data: jpeg })),
      seen,
    );
    const size = { widthPx: WIDTH, heightPx: HEIGHT, channels: 3 };
    expect(seen.mock.calls.map(([image]) => image)).toEqual([
      { encoding: "flate", bytes: new Uint8Array(deflateSync(noise(3))), ...size },
      { encoding: "jpeg", bytes: new Uint8Array(jpeg), ...size },
    ]);
  });

  it("A grey image is declared as colour, because browsers encode colour.", async () => {
    const after = await recompressPdfImages(
      document(imageObject({ colorSpace: "/DeviceGray" })),
      reencode,
    );
    expect(object(after, IMAGE).dictionary).toContain("/ColorSpace /DeviceRGB");
  });

  it("An image on several pages is encoded once.", async () => {
    const seen = vi.fn(reencode);
    await recompressPdfImages(document(imageObject()), seen);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it("The transparency mask of an image does not change.", async () => {
    const mask = imageObject({ number: 5, colorSpace: "/DeviceGray" });
    const before = document(imageObject({ more: "\n/SMask 5 0 R" }), mask);
    const after = await recompressPdfImages(before, reencode);
    expect(object(after, IMAGE).dictionary).toContain("/SMask 5 0 R");
    expect(object(after, IMAGE).dictionary).toContain("/DCTDecode");
    expect(object(after, 5).whole).toEqual(object(before, 5).whole);
  });

  it("The original document is returned when no image becomes a tenth smaller.", async () => {
    const before = document(imageObject());
    const size = object(before, IMAGE).data?.length ?? 0;
    const padded = (length: number) => async () => {
      const jpeg = new Uint8Array(length);
      jpeg.set(SMALL_JPEG);
      return jpeg;
    };
    expect(await recompressPdfImages(before, padded(Math.ceil(size * 0.9)))).toBe(before);
    expect(await recompressPdfImages(before, padded(Math.floor(size * 0.9) - 1))).not.toBe(before);
  });
});

describe("Unchanged", () => {
  it.each([
    ["icons", imageObject({ data: deflateSync(new Uint8Array(WIDTH * HEIGHT * 3)) })],
    ["stencils", imageObject({ more: "\n/ImageMask true" })],
    ["colour-keyed images", imageObject({ more: "\n/Mask [0 0]" })],
    ["inverted images", imageObject({ more: "\n/Decode [1 0 1 0 1 0]" })],
    ["images with a predictor", imageObject({ more: "\n/DecodeParms <</Predictor 15>>" })],
    ["CMYK", imageObject({ colorSpace: "/DeviceCMYK" })],
    [
      "profiles of other colour models",
      imageObject({ colorSpace: `[/ICCBased ${CMYK_PROFILE} 0 R]` }),
    ],
    ["indexed colours", imageObject({ colorSpace: "[/Indexed /DeviceRGB 1 <000000FFFFFF>]" })],
    ["images with more pixels than a browser should draw", imageObject({ width: 600_000 })],
    ["other codecs", imageObject({ filter: "JPXDecode" })],
  ])("Images of this kind do not change: %s.", async (_what, image) => {
    const seen = vi.fn(reencode);
    const before = document(image);
    expect(await recompressPdfImages(before, seen)).toBe(before);
    expect(seen).not.toHaveBeenCalled();
  });

  it.each([
    ["cannot read it", undefined],
    ["returns another size", jpegOf(new Uint8Array(32 * 32 * 4), 32, 32)],
    ["returns another format", bytesOf("<html>not an image</html>")],
    ["returns no bytes", new Uint8Array()],
  ])("An image does not change when the browser %s.", async (_what, answer) => {
    const before = document(imageObject());
    expect(await recompressPdfImages(before, async () => answer)).toBe(before);
  });

  it.each([
    ["not a PDF", bytesOf("hello")],
    ["an empty file", new Uint8Array()],
    ["a truncated file", document(imageObject()).slice(0, -40)],
    ["a file with a damaged table", replaceByte(document(imageObject()), "00000 n \n", "x")],
    [
      "a file with wrong offsets in its table",
      document(imageObject()).map((byte, index) => (index === 20 ? 0x20 : byte)),
    ],
    ["an incremental update", buildPdf(objectsWith([imageObject()]), "\n/Prev 15")],
  ])("A document that cannot be read does not change: %s.", async (_what, before) => {
    const seen = vi.fn(reencode);
    expect(await recompressPdfImages(before, seen)).toBe(before);
    expect(seen).not.toHaveBeenCalled();
  });
});
