// Runs in the captured page: scrolls step by step as a visitor does, waits for the effects of scrolling, and returns to the top.
import type { findScrollers } from "./find-scrollers.ts";
import type { isInPlace } from "./is-in-place.ts";
import type { watchChanges } from "./page-changes.ts";
import type { findPageScroller } from "./page-scroller.ts";
import type { rememberNumbers } from "./seen-numbers.ts";
import type { rememberPins } from "./seen-pins.ts";
import type { rememberSections } from "./seen-sections.ts";
import type { rememberShapes } from "./seen-shapes.ts";
import type { staysInWindow } from "./stays-in-window.ts";
import type { hasUnreachedContent } from "./unreached-content.ts";
import type { startWheelScroll } from "./wheel-scroll.ts";

export type WalkPlan = { stepPx: number; maxHeightPx: number };

/** A walk through one document. The caller keeps it in the page and calls its methods one after another. */
export type Walk = {
  /**
   * Scrolls by one step and waits `delayMs`. Returns "limit" at `maxHeightPx`, and "end" at the end of the page if half a
   * second has passed since the last step, since the page last inserted elements, and since the last response, which the page
   * received `sinceResponseMs` ago. Returns "locked" at the end of a page that only a script can scroll.
   */
  step: (delayMs: number, sinceResponseMs: number) => Promise<"moved" | "end" | "limit" | "locked">;
  /** Waits until images are decoded and finite animations have ended, for at most `limitMs`. */
  rest: (limitMs: number) => Promise<void>;
  /**
   * Returns to the top, waits until the page is at rest, for at most `restMs`, and shows the sections that the page has
   * hidden again. Visits the sections that the walk left during their animation a second time, until `limitMs` have passed.
   * Returns false if the time was too short for these visits, or if a slider has moved to another slide meanwhile.
   */
  finish: (restMs: number, limitMs: number) => Promise<boolean>;
};

/** `stepPx` 0: half of the visible height. */
export function startWalk(
  { stepPx, maxHeightPx }: WalkPlan,
  watch: typeof watchChanges,
  watchSections: typeof rememberSections,
  watchNumbers: typeof rememberNumbers,
  watchPins: typeof rememberPins,
  watchShapes: typeof rememberShapes,
  findScroller: typeof findPageScroller,
  findScrollingElements: typeof findScrollers,
  startWheel: typeof startWheelScroll,
  isPlace: typeof isInPlace,
  stays: typeof staysInWindow,
  isUnreached: typeof hasUnreachedContent,
): Walk {
  /** Milliseconds between two checks of the page. */
  const POLL_MS = 50;
  /** A page without changes for this time after a scroll, in milliseconds, is at rest. */
  const QUIET_MS = 150;
  /**
   * The share of the visible height by which one part of a step scrolls. A section as tall as the window is at least 90 %
   * visible during a fifth of the window's height, so smaller parts reach all visibility thresholds up to 0.9.
   */
  const PART = 1 / 8;
  /** The share of the visible height by which the walk returns to the top, and the maximum number of these steps. */
  const BACK_STEP = 1 / 2;
  const MAX_BACK_STEPS = 20;
  /** The share of the visible height that moves elements which follow the scroll position, but hides no section. */
  const NUDGE = 1 / 16;
  /**
   * Milliseconds in which a page reacts to the last step or response: some lists send their request or insert its content, and
   * some headers change, a while later.
   */
  const REACTION_MS = 500;
  /** Continue after this time, in milliseconds, if the page draws no animation frame: within a step, and after the walk. */
  const FRAME_LIMIT_MS = 100;
  const FRAME_AT_REST_LIMIT_MS = 500;

  const scroller = findScroller(findScrollingElements, startWheel);
  const { visiblePx, endPx } = scroller;
  const staysInPlace = (element: Element) => stays(element, scroller.element);
  const changes = watch();
  const sections = watchSections(changes, isPlace, staysInPlace, scroller.carries, watchPins);
  const numbers = watchNumbers(staysInPlace);
  const shapes = watchShapes(staysInPlace);
  const step = stepPx > 0 ? stepPx : Math.max(100, Math.ceil(visiblePx() / 2));
  const part = stepPx > 0 ? stepPx : Math.max(25, Math.ceil(visiblePx() * PART));
  let top = 0;
  let needsWheel: boolean | undefined;

  return {
    step: async (delayMs, sinceResponseMs) => {
      needsWheel ??= await scroller.detectWheel();
      if (top + visiblePx() >= maxHeightPx && top < endPx()) return "limit";
      const respondedAt = performance.now() - sinceResponseMs;
      const reactsUntil = () => Math.max(changes.lastProgressAt(), respondedAt) + REACTION_MS;
      while (top >= endPx() && changes.hasScrolled() && performance.now() < reactsUntil())
        await dom.pause(POLL_MS);
      if (top >= endPx()) return !needsWheel && isUnreached(top) ? "locked" : "end";
      const next = Math.min(top + step, endPx());
      while (top < next) {
        top = Math.min(top + part, next);
        scrollTo(top);
        if (top < next) await dom.frame(FRAME_LIMIT_MS);
        await scroller.arrive(step);
      }
      await dom.pause(delayMs);
      if (needsWheel) top = scroller.positionPx();
      remember();
      return "moved";
    },
    rest,
    finish: async (restMs, limitMs) => {
      const endsAt = performance.now() + limitMs;
      const leftMs = () => Math.max(0, endsAt - performance.now());
      await returnToTop(Math.min(restMs, leftMs()));
      const unfinished = [
        ...sections.listUnfinished().map((element) => ({
          element,
          isFinished: () => sections.isFinished(element),
        })),
        ...numbers.listUnfinished().map((element) => ({
          element,
          isFinished: () => numbers.isFinished(element),
        })),
      ];
      const visited: number[] = [];
      for (const { element, isFinished } of unfinished) {
        if (isFinished() || leftMs() === 0) continue;
        const middle = middleOf(element);
        // The visit of a neighbour would also have shown this element.
        if (visited.some((other) => Math.abs(other - middle) < visiblePx() * PART)) continue;
        visited.push(middle);
        await scrollAndRest(middle, QUIET_MS, Math.min(restMs, leftMs()));
        await findSteady();
        // The page is busy, or reacts a while after the last scroll event.
        if (!isFinished()) {
          changes.noteScroll(REACTION_MS);
          await rest(Math.min(restMs, leftMs()));
          await findSteady();
        }
      }
      if (visited.length > 0) await returnToTop(restMs);
      changes.stop();
      sections.showAgain();
      numbers.showAgain();
      shapes.showAgain();
      return (leftMs() > 0 || unfinished.length === 0) && scroller.isStillScroller();
    },
  };

  function scrollTo(topPx: number): void {
    scroller.scrollTo(topPx);
    changes.noteScroll(0);
  }

  function remember(): void {
    sections.remember();
    numbers.remember();
    shapes.remember();
  }

  /** Passes the sections on the way, if the page has reacted: scripts show in fixed parts which section was passed last. */
  async function returnToTop(limitMs: number): Promise<void> {
    const from = scroller.positionPx();
    const back = Math.max(visiblePx() * BACK_STEP, from / MAX_BACK_STEPS);
    for (let at = from - back; at > 0 && changes.changed.size > 0; at -= back) {
      scrollTo(at);
      await dom.frame(FRAME_LIMIT_MS);
    }
    const reacts = sections.hasChangedBar() || numbers.hasCounted();
    await scrollAndRest(0, reacts ? REACTION_MS : QUIET_MS, limitMs);
  }

  /** Scrolls to a position and waits until the page is at rest there, for at least `quietMs`. */
  async function scrollAndRest(topPx: number, quietMs: number, limitMs: number): Promise<void> {
    await scrollAndDraw(topPx);
    changes.noteScroll(quietMs);
    await rest(limitMs);
  }

  /** In the first frame observers and scripts receive the position, and they draw their changes in the second one. */
  async function scrollAndDraw(topPx: number): Promise<void> {
    scrollTo(topPx);
    await scroller.arrive(1);
    for (let frames = 0; frames < 2; frames += 1) await dom.frame(FRAME_AT_REST_LIMIT_MS);
  }

  /** Scrolls a little to find out which elements do not follow the scroll position. */
  async function findSteady(): Promise<void> {
    const places = sections.readPlaces();
    if (places.size === 0) return;
    const at = scroller.positionPx();
    const nudge = visiblePx() * NUDGE;
    await scrollAndDraw(at + nudge > endPx() ? at - nudge : at + nudge);
    sections.noteSteady(places);
  }

  /** Returns the scroll position at which the element is in the middle of the window. */
  function middleOf(element: Element): number {
    const { top: upper, height } = dom.rect(element);
    const middle = scroller.positionPx() + upper + height / 2 - visiblePx() / 2;
    // Some pages show the sections of the first window only after they were scrolled.
    return Math.max(middle, visiblePx() * PART);
  }

  async function rest(limitMs: number): Promise<void> {
    const endsAt = performance.now() + limitMs;
    await Promise.race([imagesDecoded(), dom.pause(limitMs)]);
    while (performance.now() < endsAt && !(await isAtRest())) await dom.pause(POLL_MS);
    remember();
  }

  /** A busy page draws its animations late, so the page must be at rest before and after a frame. */
  async function isAtRest(): Promise<boolean> {
    const isQuiet = () => changes.isAtRest() && numbers.isAtRest();
    if (!isQuiet()) return false;
    await dom.frame(FRAME_AT_REST_LIMIT_MS);
    // The callbacks of the page may run after this one in the same frame.
    await dom.pause(0);
    return isQuiet();
  }

  /** Ignores hidden images, because browsers never decode them. */
  async function imagesDecoded(): Promise<void> {
    const visible = dom
      .all<HTMLImageElement>("img")
      .filter((image) => image.getClientRects().length > 0 && image.currentSrc !== "");
    await Promise.allSettled(visible.map((image) => image.decode()));
  }
}
