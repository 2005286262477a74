// Scrolls through the page step by step, so that lazy content loads and sections that appear on scroll are visible.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Scrolled } from "../../contract/screenshot.ts";
import type { Budget } from "../budget.ts";
import { startWalk } from "../in-page/scroll-walk.ts";
import { isolatedWorldOf } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";
import { waitForRequests } from "./wait-for-requests.ts";

/** Limits the scrolling of pages with endless content. */
const MAX_SCROLL_HEIGHT_PX = 50_000;

/** Scrolling may use this share of the remaining time; the shot needs the rest. */
const SCROLL_TIME_SHARE = 0.6;

/** Milliseconds for the requests that one step has started. Later steps do not wait for a slower request again. */
const STEP_REQUESTS_LIMIT_MS = 3_000;

/** Milliseconds for the animations at the end of the page, and again at its top. */
const REST_LIMIT_MS = 3_000;

/**
 * Scrolls through the page (`full_page_scroll`). Returns undefined when the option is not set, and "partly" when
 * the time or the height limit ended the scrolling before the end of the page.
 */
export async function scrollPage(
  tab: Tab,
  options: CaptureOptions,
  budget: Budget,
): Promise<Scrolled | undefined> {
  if (options.full_page_scroll !== true) return undefined;
  const endsAt = Date.now() + budget.leftMs * SCROLL_TIME_SHARE;
  const leftMs = () => Math.max(0, endsAt - Date.now());
  const plan = {
    stepPx: options.full_page_scroll_by ?? 0,
    maxHeightPx: options.full_page_max_height || MAX_SCROLL_HEIGHT_PX,
  };
  return budget.run("scroll", async () => {
    const walk = await isolatedWorldOf(tab.page.mainFrame()).evaluateHandle(startWalk, plan);
    let result: "moved" | "end" | "limit" = "moved";
    while (result === "moved" && leftMs() > 0) {
      const earlier = new Set(tab.traffic.unfinished.keys());
      const delayMs = Math.min(options.full_page_scroll_delay, leftMs());
      result = await walk.evaluate((page, ms) => page.step(ms), delayMs);
      await waitForRequests(tab, earlier, Math.min(STEP_REQUESTS_LIMIT_MS, leftMs()));
    }
    await walk.evaluate((page, ms) => page.rest(ms), Math.min(REST_LIMIT_MS, leftMs()));
    const restMs = Math.min(REST_LIMIT_MS, leftMs());
    const isComplete = await walk.evaluate(
      (page, ...limits) => page.finish(...limits),
      restMs,
      leftMs(),
    );
    const isLimited = result === "limit" && !options.full_page_max_height;
    return result === "moved" || isLimited || !isComplete ? "partly" : "fully";
  });
}
