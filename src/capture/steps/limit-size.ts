// A picture that is to be no larger than its reader can use: drawn smaller by the browser, never decoded here.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { visibleArea } from "../shoot/shot.ts";
import type { Tab } from "../tab.ts";
import type { Area } from "./locate.ts";

/** The area, scaled so that the longer side of its picture has at most `maxSidePx` pixels. */
export async function limitSize(
  tab: Tab,
  area: Area | "viewport",
  { device_scale_factor: ratio }: CaptureOptions,
  maxSidePx: number | undefined,
): Promise<Area | "viewport"> {
  if (maxSidePx === undefined) return area;
  const whole = area === "viewport" ? await visibleArea(tab) : area;
  const sidePx = Math.max(whole.width, whole.height) * whole.scale * ratio;
  return sidePx <= maxSidePx ? area : { ...whole, scale: (whole.scale * maxSidePx) / sidePx };
}
