// A small picture of what was captured, for lists of many: a second shot of the page while it is open.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { THUMBNAIL_MAX_SIDE_PX, thumbnailFormat } from "../../contract/formats.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Area } from "../steps/locate.ts";
import type { Tab } from "../tab.ts";
import { beyondViewport, shoot, visibleArea } from "./shot.ts";

const QUALITY = 70;

/** A page that takes longer to be drawn again goes without. */
const LIMIT_MS = 2_000;

/**
 * The top of the area, at most THUMBNAIL_MAX_SIDE_PX a side. Undefined where it did not come about: that is no fault
 * of the capture, which is done.
 */
export async function shootThumbnail(
  tab: Tab,
  area: Area | "viewport",
  options: CaptureOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const take = async () => {
    const ratio = options.device_scale_factor;
    const parameters = { format: thumbnailFormat(options), quality: QUALITY };
    if (area !== "viewport")
      return shoot(tab, { ...parameters, ...beyondViewport(topOf(area, ratio)) });
    const clip = topOf(await visibleArea(tab), ratio);
    return shoot(tab, { ...parameters, clip });
  };
  try {
    return await withDeadline(LIMIT_MS, "thumbnail", take());
  } catch {
    // The page, or the browser, has gone since; the picture is here already.
    return undefined;
  }
}

/** Fills the width; what is taller than a square is cut below. */
function topOf(area: Area, ratio: number): Area {
  const shrink = Math.min(1, THUMBNAIL_MAX_SIDE_PX / (area.width * area.scale * ratio));
  const scale = area.scale * shrink;
  return { ...area, height: Math.min(area.height, THUMBNAIL_MAX_SIDE_PX / (scale * ratio)), scale };
}
