// Keys and cache rules of images. Image addresses need no API key, so the keys must be unguessable.
import type { CaptureFormat } from "../../../contract/capture-options.ts";
import { formatFiles } from "../../../contract/formats.ts";
import { randomBase62 } from "../../../lib/secrets.ts";

/**
 * A deleted image must disappear within seconds, so caches must revalidate it after 10 seconds (docs/decisions/records.md).
 */
export const IMAGE_CACHE_CONTROL = "public, max-age=10, must-revalidate";

const IMAGE_KEY = /^[0-9A-Za-z]{32}\.(png|jpg|webp|pdf|thumbnail)$/;

/** Returns a key such as "3f…Zk.png": 190 random bits and the extension of the format. */
export function createImageKey(format: CaptureFormat): string {
  return `${randomBase62(32)}.${formatFiles[format].extension}`;
}

/** Returns true for keys of images and of thumbnails. */
export function isImageKey(text: string): boolean {
  return IMAGE_KEY.test(text);
}
