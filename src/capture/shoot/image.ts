// Takes a screenshot: one shot, or several bands when the response would exceed the connection's message limit.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { readDimensions } from "../encode/dimensions.ts";
import { stitchPngBands } from "../encode/stitch.ts";
import { type Area, clipOf, scaleToFit, viewportSize, visibleArea } from "../geometry.ts";
import { takeShot } from "../shots.ts";
import type { Tab } from "../tab.ts";
import { joinedSize, planBands } from "./bands.ts";
import { assertFitsMessage, mayExceedMessage } from "./message-limit.ts";
import { expectedBytes, withShotMemory } from "./shot-memory.ts";

/** The longest side of each format: WebP stores sizes in 14 bits, JPEG in 16 bits. */
const MAX_SIDE_PX = { png: Number.POSITIVE_INFINITY, jpeg: 65_535, webp: 16_383 };

/** A protocol response holds at most 32 MiB of base64; an incompressible PNG reaches this at about 6 megapixels. */
const MAX_SINGLE_PNG_PIXELS = 6_000_000;

/** A band, its base64 text and its inflated rows must fit with another capture in 128 MB. */
const MAX_BAND_PIXELS = 1_500_000;

/** The largest image that the browser's memory allows. Every viewport that the specification allows is smaller. */
const MAX_PIXELS = 400_000_000;

type ImageFormat = Exclude<CaptureOptions["format"], "pdf">;

export type Image = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  widthPx: number;
  heightPx: number;
  /** The number of pages of a PDF. */
  pages?: number;
};

/** Throws ServiceError(invalid_options) when the image is too large for the format or the browser. */
export async function shootImage(
  tab: Tab,
  format: ImageFormat,
  located: Area | "viewport",
  options: CaptureOptions,
  budget: Budget,
): Promise<Image> {
  const area = await limitSize(tab, located, options, budget);
  const size = pixelSize(
    area === "viewport" ? { ...viewportSize(options), scale: 1 } : area,
    options,
  );
  assertFits(format, size, options);

  const pixels = size.widthPx * size.heightPx;
  const isLarge =
    format === "png"
      ? pixels > MAX_SINGLE_PNG_PIXELS
      : mayExceedMessage(format, options.image_quality, pixels);
  if (isLarge) {
    const fullArea =
      area === "viewport" ? await budget.run("capture", () => visibleArea(tab)) : area;
    // Each shot briefly resizes the page. The reaction of its scripts to the resize must not appear in later shots.
    await budget.run("capture", () => pauseScripts(tab));
    if (format === "png") return shootInBands(tab, fullArea, options, budget);
    await assertFitsMessage(tab, format, fullArea, options, budget);
  }
  const parameters = {
    format,
    ...(format === "png" ? {} : { quality: options.image_quality }),
    ...(area === "viewport" ? {} : clipOf(area)),
  };
  const bytes = expectedBytes(format, pixels);
  const body = await withShotMemory(bytes, budget, () => takeShot(tab, parameters));
  const { widthPx, heightPx } = readDimensions(body);
  return { body, widthPx, heightPx };
}

/** Applies `image_width` and `image_height`: the browser draws the area at a smaller scale. */
async function limitSize(
  tab: Tab,
  area: Area | "viewport",
  options: CaptureOptions,
  budget: Budget,
): Promise<Area | "viewport"> {
  if (options.image_width === undefined && options.image_height === undefined) return area;
  if (area !== "viewport") return scaleToFit(area, options);
  const visible = await budget.run("capture", () => visibleArea(tab));
  return scaleToFit({ ...visible, isInWindow: true }, options);
}

/** Takes each band when the reader of the joined image requests more bytes. */
function shootInBands(tab: Tab, area: Area, options: CaptureOptions, budget: Budget): Image {
  const ratio = area.scale * options.device_scale_factor;
  const bands = planBands(area, ratio, MAX_BAND_PIXELS);
  const size = joinedSize(bands, ratio);
  const takeBands = async function* () {
    for (const band of bands) {
      // Joining compresses the bands again, so optimize for speed.
      const clip = clipOf(band);
      yield await withShotMemory(expectedBytes("png", MAX_BAND_PIXELS), budget, () =>
        takeShot(tab, { format: "png", optimizeForSpeed: true, ...clip }),
      );
    }
  };
  const body = stitchPngBands(takeBands(), { ...size, transparent: options.omit_background });
  return { body, ...size };
}

async function pauseScripts({ cdp }: Tab): Promise<void> {
  await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
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
  const size = `this screenshot has ${widthPx} × ${heightPx} pixels`;
  if (widthPx > maxSidePx || heightPx > maxSidePx) {
    throw new ServiceError("invalid_options", {
      details: {
        "options.format": `${format} supports at most ${maxSidePx} pixels per side and ${size}; use png or full_page_max_height`,
      },
    });
  }
  if (widthPx * heightPx > MAX_PIXELS) {
    const part =
      clip !== undefined ? "clip" : selector !== undefined ? "selector" : "full_page_max_height";
    throw new ServiceError("invalid_options", {
      details: {
        [`options.${part}`]: `the browser draws at most ${MAX_PIXELS / 1e6} million pixels and ${size}; reduce the area, viewport_width or device_scale_factor`,
      },
    });
  }
}
