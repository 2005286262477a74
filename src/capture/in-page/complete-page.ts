// Runs in the captured page before a full-page capture: changes what depends on the scroll position, so that one image can
// show the whole page.

import type { findScrollers } from "./find-scrollers.ts";
import type { hideOutsideParts } from "./hide-outside-parts.ts";
import type { isInPlace } from "./is-in-place.ts";

/**
 * Expands the only element that scrolls in place of the document, and fixed elements whose content a library moves while the
 * document scrolls. For images, also draws fixed backgrounds on the whole page,
 * moves fixed footers to its end, hides fixed elements outside the window, moves bars that stick to the lower edge of the
 * window to their place, and shows animations of scroll timelines as if their elements were in view. Changes the page
 * permanently.
 */
export function completePage(
  isPrinted: boolean,
  findScrollingElements: typeof findScrollers,
  isPlace: typeof isInPlace,
  hideOutside: typeof hideOutsideParts,
): void {
  const root = dom.get(document, "documentElement") as HTMLElement | null;
  const body = dom.get(document, "body") as HTMLElement | null;
  if (root === null || body === null) return;
  /** The minimum share of the window that a main scroller covers. */
  const MAIN_SHARE = 0.5;
  /** Marks the elements that are expanded. */
  const EXPANDED = "data-expanded";
  /** Properties of keyframes that move an element away from its place. */
  const MOVED = ["transform", "translate", "scale", "rotate", "clipPath"];
  /** The declarations of the expanded elements. */
  const held = new Map<HTMLElement, string[]>();
  const [scroller, ...others] = findScrollingElements(MAIN_SHARE);
  if (scroller !== undefined && others.length === 0) expand(scroller);
  if (isPrinted) return;
  drawFixedParts();
  showScrollAnimations();

  function expand(main: HTMLElement): void {
    // Store the current heights of the children. Heights in percent would refer to the new height.
    const children = [...dom.get(main, "children")]
      .flatMap((child) =>
        child instanceof HTMLSlotElement ? child.assignedElements({ flatten: true }) : [child],
      )
      .filter((child) => child instanceof HTMLElement)
      .filter(hasRelativeHeight);
    // Sliders write the heights of their slides again when their size changes.
    const slides =
      getComputedStyle(main).overflowY === "hidden"
        ? children.flatMap((child) => dom.childrenOf(child))
        : [];
    const heights = [...children, ...slides]
      .filter((child) => child instanceof HTMLElement)
      .map((child) => ({ child, height: getComputedStyle(child).height }));
    const addedPx = dom.get(main, "scrollHeight") - dom.get(main, "clientHeight");
    // Read all styles before writing: each write changes the boxes around the element.
    const boxes: { box: HTMLElement; heightPx: number; position: string; isColumn: boolean }[] = [];
    for (let box: HTMLElement | null = main; box !== null; box = dom.parentOf(box)) {
      const { height, position, display, flexDirection } = getComputedStyle(box);
      const isColumn = /flex/.test(display) && flexDirection.startsWith("column");
      boxes.push({ box, heightPx: Number.parseFloat(height), position, isColumn });
    }
    for (const { child, height } of heights) hold(child, "height", height);
    // All boxes around the element grow with it. The content does not determine the height of a box with size containment
    // or with a positioned child.
    for (const [index, { box, heightPx, position }] of boxes.entries()) {
      if (!Number.isNaN(heightPx)) hold(box, "height", `${heightPx + addedPx}px`);
      hold(box, "max-height", "none");
      hold(box, "overflow", "visible");
      // In a column, all flexible items would share the new height.
      if (boxes[index + 1]?.isColumn === true) hold(box, "flex", "none");
      else hold(box, "flex-shrink", "0");
      if (position === "fixed") hold(box, "position", "absolute");
      if (position === "fixed" || position === "absolute") hold(box, "bottom", "auto");
    }
    addRules(main);
  }

  /**
   * Shows all of an element that is fixed to the window while its content, which is exactly as tall as the document, moves with
   * the scroll position. The content may still move to its place at the top.
   */
  function expandMovedContent(element: HTMLElement, heightPx: number): void {
    const parts = dom.childrenOf(element).filter((child) => child instanceof HTMLElement);
    const isTall = (part: HTMLElement) => Math.abs(dom.rect(part).height - heightPx) < 1;
    // Transforms do not change these sizes.
    const endPx = Math.max(
      ...parts.map((part) => dom.get(part, "offsetTop") + dom.get(part, "offsetHeight")),
    );
    const content = Math.abs(endPx - heightPx) <= 1 ? parts : parts.filter(isTall);
    if (content.length === 0) return;
    for (const part of content) {
      const { a, b, c, d } = new DOMMatrix(getComputedStyle(part).transform);
      const isOnlyMoved = a === 1 && b === 0 && c === 0 && d === 1;
      if (isOnlyMoved) hold(part, "transform", "none");
    }
    hold(element, "position", "absolute");
    hold(element, "overflow", "visible");
    hold(element, "contain", "none");
    addRules(element);
  }

  function hold(element: HTMLElement, property: string, value: string): void {
    set(element, property, value);
    held.set(element, [...(held.get(element) ?? []), `${property}: ${value} !important`]);
  }

  /** Libraries write inline styles again, for example when a size changes. Rules are stronger than these. */
  function addRules(main: Element): void {
    const sheet = new CSSStyleSheet();
    for (const [index, [element, declarations]] of [...held].entries()) {
      dom.get(element, "setAttribute")(EXPANDED, String(index));
      sheet.insertRule(`[${EXPANDED}="${index}"]:not(#_) { ${declarations.join("; ")} }`);
    }
    const tree = dom.get(main, "getRootNode")();
    if (tree instanceof Document || tree instanceof ShadowRoot)
      dom.get(tree, "adoptedStyleSheets").push(sheet);
  }

  function hasRelativeHeight(element: HTMLElement): boolean {
    const height = dom.get(element, "computedStyleMap")().get("height");
    return height instanceof CSSUnitValue && height.unit === "percent";
  }

  function drawFixedParts(): void {
    const endPx = Math.max(dom.get(document, "scrollingElement")?.scrollHeight ?? 0, innerHeight);
    const changes: [HTMLElement, string, string][] = [];
    const fixed: HTMLElement[] = [];
    const large: HTMLElement[] = [];
    for (const element of dom.elements()) {
      const style = getComputedStyle(element);
      if (style.backgroundAttachment.includes("fixed")) {
        changes.push([element, "background-attachment", "scroll"]);
      }
      const isSticky = style.position === "sticky" && style.bottom !== "auto";
      if (isSticky && !isInScroller(element)) changes.push([element, "bottom", "auto"]);
      if (style.position !== "fixed" || endPx === innerHeight) continue;
      fixed.push(element);
      const { top, bottom, width, height } = dom.rect(element);
      if (width * height > innerWidth * innerHeight * MAIN_SHARE) large.push(element);
      const isFooter =
        Math.abs(bottom - innerHeight) <= 1 && top > innerHeight / 2 && width > innerWidth / 2;
      if (isFooter) changes.push([element, "translate", `0 ${endPx - innerHeight}px`]);
    }
    hideOutside(fixed);
    for (const element of large) expandMovedContent(element, endPx);
    for (const [element, property, value] of changes) set(element, property, value);
  }

  /** Returns whether the element sticks to the edge of another scrolling element than the document. */
  function isInScroller(element: HTMLElement): boolean {
    for (let at = dom.parentOf(element); at !== null && at !== body; at = dom.parentOf(at))
      if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) return true;
    return false;
  }

  function showScrollAnimations(): void {
    for (const animation of dom.get(document, "getAnimations")()) {
      const { timeline, effect, startTime } = animation;
      if (timeline === null || timeline instanceof DocumentTimeline) continue;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      if (target === null) continue;
      const isView = typeof ViewTimeline !== "undefined" && timeline instanceof ViewTimeline;
      // The page is scrolled to its top, so other animations in the first window already look right.
      const { top, bottom } = dom.rect(target);
      if (!isView) {
        if (top >= innerHeight) animation.finish();
        continue;
      }
      const isFinished = endsAtRest(effect);
      // An element that enters at the lower edge has only started its animation.
      if (!isFinished && (bottom <= innerHeight || top < innerHeight / 2)) continue;
      // In the middle of the timeline, the element is in the middle of the window. At its end, the animation would have no
      // effect without a fill mode.
      const percent = isFinished ? 99.99 : 50;
      const startPercent = startTime instanceof CSSUnitValue ? startTime.value : 0;
      animation.pause();
      animation.currentTime = CSS.percent(percent - startPercent);
    }
  }

  /** Returns whether the last keyframe shows the element at its place, and not less visible than earlier keyframes. */
  function endsAtRest(effect: AnimationEffect | null): boolean {
    const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
    const last = keyframes.at(-1);
    if (last === undefined) return false;
    const isMoved = MOVED.some((name) => !isPlace(String(last[name] ?? "none")));
    const isLessVisible = keyframes.some(
      ({ opacity = 1 }) => Number(opacity) > Number(last["opacity"] ?? 1),
    );
    return !isMoved && !isLessVisible;
  }

  /** Without a transition, which would start at the old value. */
  function set(element: HTMLElement, property: string, value: string): void {
    const style = dom.get(element, "style");
    style.setProperty("transition", "none", "important");
    style.setProperty(property, value, "important");
  }
}
