// Applies image_quality to a PDF: converts its raster images to JPEG when this makes them smaller.
import { readDictionary, readInteger, readPdf, readStream, replaceStreams } from "./pdf-file.ts";
import type { PdfFile } from "./pdf-file.ts";

export type RasterImage = {
  /** "jpeg": a JPEG file. "flate": a zlib stream of 8-bit samples, row by row, without padding. */
  encoding: "jpeg" | "flate";
  bytes: Uint8Array;
  widthPx: number;
  heightPx: number;
  /** Samples per pixel: grey, or red, green and blue. */
  channels: 1 | 3;
};

/** Minimum size of an image to re-encode. Smaller images are icons; a JPEG header alone has 600 bytes. */
const MIN_IMAGE_BYTES = 1_024;

/** An image is sent to the browser as base64 in one message. Several copies of it share an isolate of 128 MB. */
const MAX_IMAGE_BYTES = 12 * 1024 * 1024;

/** The browser draws an image twice as RGBA, with 4 bytes per pixel. */
const MAX_IMAGE_PIXELS = 24_000_000;

/** The document and its smaller copy are in the isolate's 128 MB at the same time. */
const MAX_DOCUMENT_BYTES = 40 * 1024 * 1024;

/** The maximum relative size of a replacement: a second loss of quality must save at least a tenth of the bytes. */
const MAX_RELATIVE_SIZE = 0.9;

/**
 * Converts the raster images of a PDF to JPEG, one after another. `reencode` returns a JPEG file of the same size with
 * three channels, or undefined to keep the image. Does not change text, vectors, transparency masks and images that would
 * not become a tenth smaller. Returns `bytes` itself when nothing changes or the file cannot be read.
 */
export async function recompressPdfImages(
  bytes: Uint8Array<ArrayBuffer>,
  reencode: (image: RasterImage) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > MAX_DOCUMENT_BYTES) return bytes;
  const pdf = readPdf(bytes);
  if (pdf === undefined) return bytes;

  const replacements: Parameters<typeof replaceStreams>[1] = new Map();
  for (const [number, dictionary] of imageDictionaries(pdf)) {
    const image = readImage(pdf, number, dictionary);
    if (image === undefined) continue;
    const jpeg = await reencode(image);
    if (jpeg === undefined || jpeg.length >= image.bytes.length * MAX_RELATIVE_SIZE) continue;
    if (!isColourJpeg(jpeg, image)) continue;
    replacements.set(number, { dictionary: asJpegDictionary(dictionary), data: jpeg });
  }
  return replacements.size === 0 ? bytes : replaceStreams(pdf, replacements);
}

/**
 * Maps object numbers to dictionaries. Excludes soft masks: image objects that contain the transparency of another image
 * and must not lose quality.
 */
function imageDictionaries(pdf: PdfFile): Map<number, string> {
  const images = new Map<number, string>();
  for (const number of pdf.objects.keys()) {
    const dictionary = readDictionary(pdf, number);
    if (dictionary?.includes("/Subtype /Image")) images.set(number, dictionary);
  }
  for (const dictionary of images.values()) {
    images.delete(Number(/\/SMask (\d+) 0 R/.exec(dictionary)?.[1]));
  }
  return images;
}

function readImage(pdf: PdfFile, number: number, dictionary: string): RasterImage | undefined {
  if (/\/(ImageMask|Mask|Decode|DecodeParms)\b/.test(dictionary)) return undefined;
  if (readInteger(dictionary, "BitsPerComponent") !== 8) return undefined;

  const encoding = encodingOf(dictionary);
  const channels = channelsOf(pdf, dictionary);
  const widthPx = readInteger(dictionary, "Width") ?? 0;
  const heightPx = readInteger(dictionary, "Height") ?? 0;
  const bytes = readStream(pdf, number);
  if (encoding === undefined || channels === undefined || bytes === undefined) return undefined;

  const pixels = widthPx * heightPx;
  if (pixels === 0 || pixels > MAX_IMAGE_PIXELS) return undefined;
  if (bytes.length < MIN_IMAGE_BYTES || bytes.length > MAX_IMAGE_BYTES) return undefined;
  return { encoding, bytes, widthPx, heightPx, channels };
}

function encodingOf(dictionary: string): RasterImage["encoding"] | undefined {
  const filter = /\/Filter \/(\w+)/.exec(dictionary)?.[1];
  if (filter === "DCTDecode") return "jpeg";
  return filter === "FlateDecode" ? "flate" : undefined;
}

/** Returns undefined for CMYK, which browsers convert to RGB differently, and for grey with a colour profile. */
function channelsOf(pdf: PdfFile, dictionary: string): RasterImage["channels"] | undefined {
  if (/\/ColorSpace \/DeviceGray\b/.test(dictionary)) return 1;
  if (/\/ColorSpace \/DeviceRGB\b/.test(dictionary)) return 3;
  const profile = /\/ColorSpace \[\/ICCBased (\d+) 0 R\]/.exec(dictionary)?.[1];
  if (profile === undefined) return undefined;
  return readInteger(readDictionary(pdf, Number(profile)) ?? "", "N") === 3 ? 3 : undefined;
}

function asJpegDictionary(dictionary: string): string {
  return dictionary
    .replace(/\s*\/Length \d+/, "")
    .replace("/FlateDecode", "/DCTDecode")
    .replace("/DeviceGray", "/DeviceRGB");
}

/** Returns whether a JPEG's frame header (ITU-T T.81, B.2.2) has the image's size and three channels of 8 bits. */
function isColourJpeg(jpeg: Uint8Array, { widthPx, heightPx }: RasterImage): boolean {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (jpeg.length < 4 || view.getUint16(0) !== 0xffd8) return false;
  for (let at = 2; at + 9 < jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // Frame headers are FFC0 to FFCF, except FFC4, FFC8 and FFCC.
    if (marker < 0xffc0 || marker > 0xffcf || (marker % 4 === 0 && marker !== 0xffc0)) continue;
    const precision = view.getUint8(at + 4);
    const height = view.getUint16(at + 5);
    const width = view.getUint16(at + 7);
    return (
      precision === 8 && width === widthPx && height === heightPx && view.getUint8(at + 9) === 3
    );
  }
  return false;
}
