// How a file of each format is named and announced, and the thumbnail beside it.
import type { CaptureFormat, CaptureOptions } from "./capture-options.ts";

export const formatFiles: Record<CaptureFormat, { contentType: string; extension: string }> = {
  png: { contentType: "image/png", extension: "png" },
  jpeg: { contentType: "image/jpeg", extension: "jpg" },
  webp: { contentType: "image/webp", extension: "webp" },
  pdf: { contentType: "application/pdf", extension: "pdf" },
};

/** Pixels that a thumbnail has at most, across and down. */
export const THUMBNAIL_MAX_SIDE_PX = 400;

/** JPEG is the quickest to make; only WebP keeps what is transparent. */
export function thumbnailFormat({ omit_background }: CaptureOptions): "jpeg" | "webp" {
  return omit_background ? "webp" : "jpeg";
}

/** The thumbnail of each stored file stands beside it: "3f…Zk.png" → "3f…Zk.thumbnail". */
export function thumbnailKeyOf(imageKey: string): string {
  return imageKey.replace(/\.[a-z]+$/, ".thumbnail");
}
