// The picture itself: one shot, or bands where one answer would be too large for the connection.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { readDimensions } from "../encode/dimensions.ts";
import { stitchPngBands } from "../encode/stitch.ts";
import { viewportSize } from "../steps/emulate.ts";
import type { Area } from "../steps/locate.ts";
import type { Tab } from "../tab.ts";
import { joinedSize, planBands } from "./bands.ts";
import { beyondViewport, shoot, visibleArea } from "./shot.ts";

/** Sides beyond which a format has no pictures: WebP's 14 bits less one, JPEG's 16 bits less one. */
const MAX_SIDE_PX = { png: Number.POSITIVE_INFINITY, jpeg: 65_535, webp: 16_383 };

/** One answer holds at most 32 MiB of base64; an incompressible PNG reaches that at about 6 megapixels. */
const MAX_SINGLE_PNG_PIXELS = 6_000_000;

/** Small enough that a band, its base64 and its inflated rows fit beside another capture in 128 MB. */
const MAX_BAND_PIXELS = 1_500_000;

/** What a browser can draw without running out of memory; every viewport of the specification fits. */
const MAX_PIXELS = 400_000_000;

type ImageFormat = Exclude<CaptureOptions["format"], "pdf">;

export type Image = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  widthPx: number;
  heightPx: number;
};

/** Throws invalid_options where the format, or the browser, cannot hold the picture. */
export async function shootImage(
  tab: Tab,
  format: ImageFormat,
  area: Area | "viewport",
  options: CaptureOptions,
  budget: Budget,
): Promise<Image> {
  const size = pixelSize(
    area === "viewport" ? { ...viewportSize(options), scale: 1 } : area,
    options,
  );
  assertFits(format, size, options);

  if (format === "png" && size.widthPx * size.heightPx > MAX_SINGLE_PNG_PIXELS) {
    const whole = area === "viewport" ? await budget.run("capture", () => visibleArea(tab)) : area;
    return shootInBands(tab, whole, options, budget);
  }
  const parameters = {
    format,
    ...(format === "png" ? {} : { quality: options.image_quality }),
    ...(area === "viewport" ? {} : beyondViewport(area)),
  };
  const body = await budget.run("capture", () => shoot(tab, parameters));
  const { widthPx, heightPx } = readDimensions(body);
  return { body, widthPx, heightPx };
}

/** The bands are taken while the joined picture is read. */
async function shootInBands(
  tab: Tab,
  area: Area,
  options: CaptureOptions,
  budget: Budget,
): Promise<Image> {
  // Every shot makes the page resize for a moment; what it answers with would show in the shots that follow.
  await budget.run("capture", () => pauseScriptsAndAnimations(tab));
  const ratio = area.scale * options.device_scale_factor;
  const bands = planBands(area, ratio, MAX_BAND_PIXELS);
  const size = joinedSize(bands, ratio);
  const pictures = async function* () {
    for (const band of bands) {
      // Compressed again when the bands are joined: here speed is all that counts.
      const clip = beyondViewport(band);
      yield await budget.run("capture", () =>
        shoot(tab, { format: "png", optimizeForSpeed: true, ...clip }),
      );
    }
  };
  const body = stitchPngBands(pictures(), { ...size, transparent: options.omit_background });
  return { body, ...size };
}

async function pauseScriptsAndAnimations({ cdp }: Tab): Promise<void> {
  await Promise.all([
    cdp.send("Emulation.setScriptExecutionDisabled", { value: true }),
    cdp.send("Animation.enable"),
    cdp.send("Animation.setPlaybackRate", { playbackRate: 0 }),
  ]);
}

function pixelSize(
  { width, height, scale }: Omit<Area, "x" | "y">,
  { device_scale_factor: ratio }: CaptureOptions,
) {
  return {
    widthPx: Math.round(width * scale * ratio),
    heightPx: Math.round(height * scale * ratio),
  };
}

function assertFits(
  format: ImageFormat,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  { selector, clip }: CaptureOptions,
): void {
  const maxSidePx = MAX_SIDE_PX[format];
  const size = `this picture has ${widthPx} × ${heightPx} pixels`;
  if (widthPx > maxSidePx || heightPx > maxSidePx) {
    throw new ServiceError("invalid_options", {
      details: {
        "options.format": `${format} holds at most ${maxSidePx} pixels a side and ${size}; use png or full_page_max_height`,
      },
    });
  }
  if (widthPx * heightPx > MAX_PIXELS) {
    const part =
      clip !== undefined ? "clip" : selector !== undefined ? "selector" : "full_page_max_height";
    throw new ServiceError("invalid_options", {
      details: {
        [`options.${part}`]: `at most ${MAX_PIXELS / 1e6} million pixels can be drawn and ${size}; ask for a smaller part, viewport_width or device_scale_factor`,
      },
    });
  }
}
