// Limits the memory of the running shots of one isolate: its objects, and so several browsers, share 128 MB.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Budget } from "../budget.ts";
import { pause } from "../../lib/pause.ts";

/** The memory for shots. The rest is for the engine, the filter lists and images that clients have not read yet. */
const MAX_BYTES = 90_000_000;

/**
 * The memory of a shot for each pixel. An incompressible PNG has 4 bytes for each pixel, and JPEG and WebP about a third. The
 * protocol message, its base64 text and the bytes exist at the same time.
 */
const BYTES_PER_PIXEL = { png: 15, jpeg: 5, webp: 5 };

/** Waiting shots check the memory at this interval. A promise of an object that has ended would never settle. */
const CHECK_INTERVAL_MS = 10;

/** After `expiresAt`, a hold does not count: its object has ended. */
type Hold = { bytes: number; expiresAt: number };

/** The running and waiting shots, in the order of their arrival. */
const holds = new Set<Hold>();

export function expectedBytes(
  format: Exclude<CaptureOptions["format"], "pdf">,
  pixels: number,
): number {
  return pixels * BYTES_PER_PIXEL[format];
}

/**
 * Takes a shot when the memory of all earlier ones leaves `bytes`. A shot that needs more than the whole memory runs alone.
 * Throws ServiceError(navigation_timeout) when the time of the capture expires.
 */
export async function withShotMemory<T>(
  bytes: number,
  budget: Budget,
  shoot: () => Promise<T>,
): Promise<T> {
  const hold = { bytes, expiresAt: Date.now() + budget.leftMs };
  holds.add(hold);
  try {
    if (!fits(hold)) await budget.run("capture", () => waitUntilFits(hold));
    return await budget.run("capture", shoot);
  } finally {
    holds.delete(hold);
  }
}

async function waitUntilFits(hold: Hold): Promise<void> {
  while (holds.has(hold) && !fits(hold)) await pause(CHECK_INTERVAL_MS);
}

function fits(hold: Hold): boolean {
  const now = Date.now();
  let used = 0;
  for (const earlier of holds) {
    if (earlier === hold) break;
    if (earlier.expiresAt > now) used += earlier.bytes;
    else holds.delete(earlier);
  }
  return used === 0 || used + hold.bytes <= MAX_BYTES;
}
