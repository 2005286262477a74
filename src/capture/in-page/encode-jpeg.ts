// Runs in a blank page: re-encodes a raster image of a PDF as JPEG with the browser's codec.

/**
 * Converts a JPEG file or a zlib stream of 8-bit samples (grey or RGB), both in base64, to a JPEG file in base64. `quality`
 * is 0 to 100. Returns undefined for an image that the browser cannot read. Keeps sample values and ignores the
 * orientation tag, because the PDF defines colour space and placement.
 */
export async function encodeJpeg(
  base64: string,
  image: { encoding: "jpeg" | "flate"; widthPx: number; heightPx: number; channels: 1 | 3 },
  quality: number,
): Promise<string | undefined> {
  const { widthPx, heightPx, channels } = image;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) return undefined;

    if (image.encoding === "jpeg") {
      // Chromium rotates a bitmap by its Exif block, even with imageOrientation set, so make the block unrecognisable.
      for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
        if (bytes[at + 1] === 0xe1) bytes[at + 4] = 0;
        at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
      }
      const file = new Blob([bytes], { type: "image/jpeg" });
      const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none" });
      if (bitmap.width !== widthPx || bitmap.height !== heightPx) return undefined;
      context.drawImage(bitmap, 0, 0);
    } else {
      const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      const samples = new Uint8Array(await new Response(inflated).arrayBuffer());
      if (samples.length !== widthPx * heightPx * channels) return undefined;
      const pixels = new ImageData(widthPx, heightPx);
      for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
        const sample = pixel * channels;
        pixels.data[pixel * 4] = samples[sample] ?? 0;
        pixels.data[pixel * 4 + 1] = samples[channels === 1 ? sample : sample + 1] ?? 0;
        pixels.data[pixel * 4 + 2] = samples[channels === 1 ? sample : sample + 2] ?? 0;
        pixels.data[pixel * 4 + 3] = 255;
      }
      context.putImageData(pixels, 0, 0);
    }
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: quality / 100 });
    const output = new Uint8Array(await jpeg.arrayBuffer());
    let binary = "";
    // Convert in chunks: the arguments of a call must fit on the stack.
    for (let at = 0; at < output.length; at += 8_192) {
      binary += String.fromCharCode(...output.subarray(at, at + 8_192));
    }
    return btoa(binary);
  } catch {
    // The data is damaged, its colour model is unsupported, or memory is insufficient: keep the original image.
    return undefined;
  }
}
