// Which part of the page goes into the picture.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { documentSize, elementBox, reachToTheLeft } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";

/**
 * A rectangle of the document, CSS pixels from its left and upper edge, drawn at `scale`: below 1 where a mobile window
 * shrinks a wide page.
 */
export type Area = { x: number; y: number; width: number; height: number; scale: number };

/** "viewport": what the window shows. */
export type Located = { area: Area | "viewport"; truncated: boolean };

/** Throws selector_not_found where the caller wants that. */
export async function locate(tab: Tab, options: CaptureOptions, budget: Budget): Promise<Located> {
  const { page } = tab;
  const { selector, clip } = options;
  if (selector === undefined && clip === undefined && !options.full_page) {
    return { area: "viewport", truncated: false };
  }
  const leftReach = budget.run("capture", () => page.evaluate(reachToTheLeft));
  if (selector !== undefined) {
    const scrollIntoView = options.selector_scroll_into_view;
    const [left, box] = await Promise.all([
      leftReach,
      budget.run("capture", () => page.evaluate(elementBox, selector, scrollIntoView)),
    ]);
    const drawn = box && drawnPart({ ...box, x: box.x + left });
    if (drawn !== undefined) return { area: notTheWindows(drawn, left), truncated: false };
    if (options.error_on_selector_not_found) throw new ServiceError("selector_not_found");
  }
  if (clip !== undefined) {
    const left = await leftReach;
    const area = { ...clip, x: clip.x + left, scale: 1 };
    return { area: notTheWindows(area, left), truncated: false };
  }
  if (!options.full_page) return { area: "viewport", truncated: false };

  const [left, whole] = await Promise.all([
    leftReach,
    budget.run("capture", () => page.evaluate(documentSize)),
  ]);
  const maxHeight = options.full_page_max_height || Number.POSITIVE_INFINITY;
  const height = Math.min(whole.height, maxHeight / whole.scale);
  const x = Math.max(0, left + whole.x);
  const area = { ...whole, x, y: 0, height };
  return { area: notTheWindows(area, left), truncated: height < whole.height };
}

/** Chromium mistakes the columns of a page from right to left where the size is the window's own; fractions it cuts off. */
function notTheWindows(area: Area, left: number): Area {
  return left === 0 ? area : { ...area, height: Math.floor(area.height) + 0.9 };
}

/** On whole pixels. What stands beyond the document's left or upper edge is never drawn: undefined where all of it does. */
function drawnPart({ x, y, width, height, scale }: Area): Area | undefined {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const [right, bottom] = [Math.round(x + width), Math.round(y + height)];
  if (x + width <= 0 || y + height <= 0) return undefined;
  return {
    x: left,
    y: top,
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
    scale,
  };
}
