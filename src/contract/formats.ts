// Content types and file extensions of each format, and the keys of thumbnails.
import type { CaptureFormat, CaptureOptions } from "./capture-options.ts";

export const formatFiles: Record<CaptureFormat, { contentType: string; extension: string }> = {
  png: { contentType: "image/png", extension: "png" },
  jpeg: { contentType: "image/jpeg", extension: "jpg" },
  webp: { contentType: "image/webp", extension: "webp" },
  pdf: { contentType: "application/pdf", extension: "pdf" },
};

/** Maximum width and height of a thumbnail in pixels. */
export const THUMBNAIL_MAX_SIDE_PX = 400;

/** Returns JPEG, the fastest format to encode, or WebP when the image may be transparent. */
export function thumbnailFormat({ omit_background }: CaptureOptions): "jpeg" | "webp" {
  return omit_background ? "webp" : "jpeg";
}

/** Returns the key of the thumbnail of a stored file: "3f…Zk.png" → "3f…Zk.thumbnail". */
export function thumbnailKeyOf(imageKey: string): string {
  return imageKey.replace(/\.[a-z]+$/, ".thumbnail");
}
