// Refuses JPEG and WebP images that exceed the browser's message limit. Without a decoder, their bands cannot be joined.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { type Area, clipOf } from "../geometry.ts";
import { takeShot } from "../shots.ts";
import type { Tab } from "../tab.ts";
import { planBands } from "./bands.ts";
import { expectedBytes, withShotMemory } from "./shot-memory.ts";

type Format = "jpeg" | "webp";

/** A protocol response holds at most 32 MiB of base64, and Browser Run drops a larger one without an error. */
const MAX_BYTES = 24_500_000;

/**
 * The maximum bytes per pixel up to a quality: those of random noise (measured 2026-11-22) and at least a sixth more. WebP
 * with quality 100 is lossless.
 */
const MAX_BYTES_PER_PIXEL: Record<Format, [quality: number, bytes: number][]> = {
  jpeg: [
    [50, 0.45],
    [80, 0.75],
    [90, 1],
    [95, 1.2],
    [100, 1.7],
  ],
  webp: [
    [50, 0.65],
    [80, 0.8],
    [90, 1],
    [99, 1.3],
    [100, 4],
  ],
};

/** A band of this size is below the limit in every format. */
const MAX_BAND_PIXELS = 6_000_000;

/** Returns whether an image of this size could exceed the limit. Photographs and text need a fraction of these bytes. */
export function mayExceedMessage(format: Format, quality: number, pixels: number): boolean {
  const perPixel = MAX_BYTES_PER_PIXEL[format].find(([highest]) => quality <= highest)?.[1] ?? 4;
  return pixels * perPixel > MAX_BYTES;
}

/**
 * Encodes the area in bands and counts their bytes. Throws ServiceError(invalid_options) when the whole image would exceed
 * the limit.
 */
export async function assertFitsMessage(
  tab: Tab,
  format: Format,
  area: Area,
  { image_quality: quality, device_scale_factor: ratio }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  let bytes = 0;
  for (const band of planBands(area, area.scale * ratio, MAX_BAND_PIXELS)) {
    const parameters = { format, quality, ...clipOf(band) };
    const shot = await withShotMemory(expectedBytes(format, MAX_BAND_PIXELS), budget, () =>
      takeShot(tab, parameters),
    );
    bytes += shot.length;
    if (bytes > MAX_BYTES) throw createError(format, quality);
  }
}

function createError(format: Format, quality: number): ServiceError {
  const remedy = "use png, a lower image_quality or full_page_max_height";
  const option = quality > 90 ? "image_quality" : "format";
  return new ServiceError("invalid_options", {
    details: {
      [`options.${option}`]: `${format} with image_quality ${quality} needs more than ${MAX_BYTES / 1e6} MB for this screenshot; ${remedy}`,
    },
  });
}
