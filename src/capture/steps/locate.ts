// Finds the part of the page that the screenshot shows.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import type { Area } from "../geometry.ts";
import { documentSize, elementBox, leftOverflow } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** `truncated`: full_page_max_height cuts the page. `hasMoved`: the page was scrolled to the element. */
export type Located = { area: Area | "viewport"; truncated: boolean; hasMoved?: boolean };

/**
 * Returns the area of `selector`, `clip` or `full_page`, or "viewport". Throws ServiceError(selector_not_found) when no
 * element matches and `error_on_selector_not_found` is set.
 */
export async function locate(tab: Tab, options: CaptureOptions, budget: Budget): Promise<Located> {
  const { selector, clip } = options;
  if (selector === undefined && clip === undefined && !options.full_page) {
    return { area: "viewport", truncated: false };
  }
  const leftOffset = budget.run("capture", () => evaluateIsolated(tab, leftOverflow));
  if (selector !== undefined) {
    const scrollIntoView = options.selector_scroll_into_view;
    const [left, box] = await Promise.all([
      leftOffset,
      budget.run("capture", () => evaluateIsolated(tab, elementBox, selector, scrollIntoView)),
    ]);
    // An element has its CSS size, also in a mobile viewport that shrinks the page.
    const area = box && drawablePart({ ...box, x: box.x + left, scale: 1 });
    if (area !== undefined) {
      const isInWindow = box?.isInWindow === true && left === 0;
      const hasMoved = box?.hasMoved === true;
      return { area: { ...avoidViewportSize(area, left), isInWindow }, truncated: false, hasMoved };
    }
    if (options.error_on_selector_not_found) throw notFound(box);
  }
  if (clip !== undefined) {
    const left = await leftOffset;
    const area = { ...clip, x: clip.x + left, scale: 1 };
    return { area: avoidViewportSize(area, left), truncated: false };
  }
  if (!options.full_page) return { area: "viewport", truncated: false };

  const [left, documentArea] = await Promise.all([
    leftOffset,
    budget.run("capture", () => evaluateIsolated(tab, documentSize)),
  ]);
  const maxHeight = options.full_page_max_height || Number.POSITIVE_INFINITY;
  const height = Math.min(documentArea.height, maxHeight / documentArea.scale);
  const x = Math.max(0, left + documentArea.x);
  const area = { ...documentArea, x, y: 0, height };
  return { area: avoidViewportSize(area, left), truncated: height < documentArea.height };
}

/** `box`: the element that matches, but that the browser does not draw. */
function notFound(box: { width: number; height: number } | undefined): ServiceError {
  if (box === undefined)
    return new ServiceError("selector_not_found", { details: { reason: "no_match" } });
  const hasSize = box.width > 0 && box.height > 0;
  return new ServiceError("selector_not_found", {
    message: hasSize
      ? "The element that matches the selector is outside the page. Select another element."
      : "The element that matches the selector has no size. Select another element, or wait for its content with `wait_for_selector`.",
    details: { reason: hasSize ? "outside_page" : "no_size" },
  });
}

/**
 * Adds a fraction to the height of an area on a right-to-left page. Chromium draws the wrong columns of such a page when
 * the area has exactly the viewport's size, and it cuts off fractions.
 */
function avoidViewportSize(area: Area, left: number): Area {
  return left === 0 ? area : { ...area, height: Math.floor(area.height) + 0.9 };
}

/**
 * Rounds the area to whole pixels and removes the part outside the document's left and upper edge, which Chromium never
 * draws. Returns undefined when nothing remains.
 */
function drawablePart({ x, y, width, height, scale }: Area): Area | undefined {
  if (width === 0 || height === 0) return undefined;
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
