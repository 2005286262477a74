// Scrolls through the page step by step, so that lazy content loads and sections that appear on scroll are visible.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Scrolled } from "../../contract/screenshot.ts";
import type { Budget } from "../budget.ts";
import { findScrollers } from "../in-page/find-scrollers.ts";
import { isInPlace } from "../in-page/is-in-place.ts";
import { watchChanges } from "../in-page/page-changes.ts";
import { findPageScroller } from "../in-page/page-scroller.ts";
import { startWalk, type Walk } from "../in-page/scroll-walk.ts";
import { rememberNumbers } from "../in-page/seen-numbers.ts";
import { rememberPins } from "../in-page/seen-pins.ts";
import { rememberShapes } from "../in-page/seen-shapes.ts";
import { rememberSections } from "../in-page/seen-sections.ts";
import { staysInWindow } from "../in-page/stays-in-window.ts";
import { hasUnreachedContent } from "../in-page/unreached-content.ts";
import { startWheelScroll } from "../in-page/wheel-scroll.ts";
import type { CallMethod } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";
import { waitForRequests } from "./wait-for-requests.ts";

/** Limits the scrolling of pages with endless content. */
const MAX_SCROLL_HEIGHT_PX = 50_000;

/** Scrolling may use this share of the remaining time; the shot needs the rest. */
const SCROLL_TIME_SHARE = 0.6;

/** Milliseconds for the requests that one step has started. A slower request is awaited at the end of the page. */
const STEP_REQUESTS_LIMIT_MS = 3_000;

/** Milliseconds for requests at the end of the page. A stream of events may never finish. */
const END_REQUESTS_LIMIT_MS = 10_000;

/**
 * Milliseconds for requests that were running before the first step, such as that of the first rows of a list. Some of them may
 * never finish.
 */
const EARLIER_REQUESTS_LIMIT_MS = 3_000;

/** At the end of the page, a page that keeps sending requests is at its end after this number of waits without growth. */
const MAX_WAITS_AT_END = 3;

/** Milliseconds for the animations at the end of the page, and again at its top. */
const REST_LIMIT_MS = 4_000;

/**
 * Scrolls through the page (`full_page_scroll`). Returns undefined when the option is not set, and "partly" when the time or
 * the height limit ended the scrolling before the end of the page, or before a request that it started had finished, or when
 * only a script of the page can show all of it.
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
    const walk = await tab.world.createObject(
      startWalk,
      plan,
      watchChanges,
      rememberSections,
      rememberNumbers,
      rememberPins,
      rememberShapes,
      findPageScroller,
      findScrollers,
      startWheelScroll,
      isInPlace,
      staysInWindow,
      hasUnreachedContent,
    );
    const walkAndRest = async () => {
      const isAtEnd = await walkToEnd(tab, walk, options, leftMs);
      await walk("rest", Math.min(REST_LIMIT_MS, leftMs()));
      return isAtEnd;
    };
    let isAtEnd = await walkAndRest();
    // Walk again: some pages insert their content only when they are at rest, for example lists that measure their window.
    if (isAtEnd) {
      await waitForRequests(tab, new Set(), Math.min(EARLIER_REQUESTS_LIMIT_MS, leftMs()));
      isAtEnd = await walkAndRest();
    }
    const isComplete = await walk("finish", Math.min(REST_LIMIT_MS, leftMs()), leftMs());
    return isAtEnd && isComplete ? "fully" : "partly";
  });
}

/** Returns whether the walk reached the end and all requests that it started have finished. */
async function walkToEnd(
  tab: Tab,
  walk: CallMethod<Walk>,
  options: CaptureOptions,
  leftMs: () => number,
): Promise<boolean> {
  const earlier = new Set(tab.traffic.unfinished.keys());
  let waitsAtEnd = 0;
  while (leftMs() > 0) {
    const beforeStep = new Set(tab.traffic.unfinished.keys());
    const startedAt = Date.now();
    const delayMs = Math.min(options.full_page_scroll_delay, leftMs());
    const result = await walk("step", delayMs, startedAt - tab.traffic.contentLoadedAt);
    if (result === "moved") {
      waitsAtEnd = 0;
      await waitForRequests(tab, beforeStep, Math.min(STEP_REQUESTS_LIMIT_MS, leftMs()));
      continue;
    }
    if (!(await waitForRequests(tab, earlier, Math.min(END_REQUESTS_LIMIT_MS, leftMs()))))
      return false;
    if (result === "locked") return false;
    if (result === "limit") return Boolean(options.full_page_max_height);
    // The page may insert the content of a response a while later, and thereby move its end.
    const hasLoaded = tab.traffic.contentLoadedAt >= startedAt;
    waitsAtEnd += 1;
    if (!hasLoaded || waitsAtEnd === MAX_WAITS_AT_END) return true;
  }
  return false;
}
