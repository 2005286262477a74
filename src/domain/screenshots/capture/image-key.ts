// Where a record's image lives, and for how long others may keep it: under a name that nobody can guess, because image
// addresses need no key.
import type { CaptureFormat } from "../../../contract/capture-options.ts";
import { formatFiles } from "../../../contract/formats.ts";
import { randomBase62 } from "../../../lib/secrets.ts";

/**
 * A deleted image must be gone within seconds, so nobody may keep one for longer without asking; asking is cheap
 * (docs/decisions.md "Requests").
 */
export const IMAGE_CACHE_CONTROL = "public, max-age=10, must-revalidate";

const IMAGE_KEY = /^[0-9A-Za-z]{32}\.(png|jpg|webp|pdf|thumbnail)$/;

/** For example "3f…Zk.png": 190 random bits and the extension of the format. */
export function createImageKey(format: CaptureFormat): string {
  return `${randomBase62(32)}.${formatFiles[format].extension}`;
}

/** Thumbnails are images, too. */
export function isImageKey(text: string): boolean {
  return IMAGE_KEY.test(text);
}
