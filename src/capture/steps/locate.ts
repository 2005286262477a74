// Which part of the page goes into the picture.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { documentSize, elementBox } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";

/** A rectangle of the document, CSS pixels, drawn at `scale`: below 1 where a mobile window shrinks a wide page. */
export type Area = { x: number; y: number; width: number; height: number; scale: number };

/** "viewport": what the window shows. */
export type Located = { area: Area | "viewport"; truncated: boolean };

/** Throws selector_not_found where the caller wants that. */
export async function locate(tab: Tab, options: CaptureOptions, budget: Budget): Promise<Located> {
  const { page } = tab;
  const { selector } = options;
  if (selector !== undefined) {
    const scrollIntoView = options.selector_scroll_into_view;
    const box = await budget.run("capture", () =>
      page.evaluate(elementBox, selector, scrollIntoView),
    );
    if (box !== undefined && box !== null) return { area: onWholePixels(box), truncated: false };
    if (options.error_on_selector_not_found) throw new ServiceError("selector_not_found");
  }
  if (options.clip !== undefined) return { area: { ...options.clip, scale: 1 }, truncated: false };
  if (!options.full_page) return { area: "viewport", truncated: false };

  const whole = await budget.run("capture", () => page.evaluate(documentSize));
  const maxHeight = options.full_page_max_height || Number.POSITIVE_INFINITY;
  const height = Math.min(whole.height, maxHeight / whole.scale);
  return { area: { ...whole, x: 0, y: 0, height }, truncated: height < whole.height };
}

function onWholePixels({ x, y, width, height, scale }: Area): Area {
  const left = Math.round(x);
  const top = Math.round(y);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round(x + width) - left),
    height: Math.max(1, Math.round(y + height) - top),
    scale,
  };
}
