// Takes a small screenshot of the captured area for lists: a second shot of the open page.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { THUMBNAIL_MAX_SIDE_PX, thumbnailFormat } from "../../contract/formats.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { type Area, clipOf, visibleArea } from "../geometry.ts";
import { takeShot } from "../shots.ts";
import type { Tab } from "../tab.ts";

const QUALITY = 70;

const LIMIT_MS = 2_000;

/**
 * Captures the top of the area with sides of at most THUMBNAIL_MAX_SIDE_PX pixels. Returns undefined when the shot fails or
 * takes longer than 2 seconds: the capture itself has succeeded.
 */
export async function shootThumbnail(
  tab: Tab,
  area: Area | "viewport",
  options: CaptureOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const take = async () => {
    const ratio = options.device_scale_factor;
    const parameters = { format: thumbnailFormat(options), quality: QUALITY };
    if (area !== "viewport") return takeShot(tab, { ...parameters, ...clipOf(topOf(area, ratio)) });
    const clip = topOf(await visibleArea(tab), ratio);
    return takeShot(tab, { ...parameters, clip });
  };
  try {
    return await withDeadline(LIMIT_MS, "thumbnail", take());
  } catch {
    // The page or the browser closed after the screenshot was taken.
    return undefined;
  }
}

/** Scales the area to the thumbnail's width and cuts off the part below a square. */
function topOf(area: Area, ratio: number): Area {
  const shrink = Math.min(1, THUMBNAIL_MAX_SIDE_PX / (area.width * area.scale * ratio));
  const scale = area.scale * shrink;
  return { ...area, height: Math.min(area.height, THUMBNAIL_MAX_SIDE_PX / (scale * ratio)), scale };
}
