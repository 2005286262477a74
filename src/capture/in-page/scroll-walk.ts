// Runs in the captured page: scrolls step by step as a visitor does, waits for the effects of scrolling, and returns to the top.

export type WalkPlan = { stepPx: number; maxHeightPx: number };

/** A walk through one document. The caller keeps it in the page and calls its methods one after another. */
export type Walk = {
  /**
   * Scrolls by one step and waits `delayMs`. Returns "limit" at `maxHeightPx`, and "end" at the end of the page if the page
   * has not grown within half a second after the last step.
   */
  step: (delayMs: number) => Promise<"moved" | "end" | "limit">;
  /** Waits until images are decoded and finite animations have ended, for at most `limitMs`. */
  rest: (limitMs: number) => Promise<void>;
  /**
   * Returns to the top, waits until the page is at rest, for at most `restMs`, and shows the sections that the page has
   * hidden again. Visits the sections that the walk left during their animation a second time, until `limitMs` have passed.
   * Returns false if the time was too short for these visits.
   */
  finish: (restMs: number, limitMs: number) => Promise<boolean>;
};

/** `stepPx` 0: half of the visible height. */
export function startWalk({ stepPx, maxHeightPx }: WalkPlan): Walk {
  /** Milliseconds between two checks of the page. */
  const POLL_MS = 50;
  /** A page without changes for this time, in milliseconds, is at rest. */
  const QUIET_MS = 150;
  /** Scripts that change an element for longer than this, in milliseconds, animate it endlessly. */
  const ENDLESS_MS = 3_000;
  /** Changes after a pause of this time, in milliseconds, are another animation. */
  const PAUSE_MS = 500;
  /**
   * The share of the visible height by which one part of a step scrolls. A section as tall as the window is at least 90 %
   * visible during a fifth of the window's height, so smaller parts reach all visibility thresholds up to 0.9.
   */
  const PART = 1 / 8;
  /** Milliseconds in which a page reacts to the last step: some lists send their request a while after the scrolling. */
  const REACTION_MS = 500;
  /** Continue after this time, in milliseconds, if the page draws no animation frame: within a step, and after the walk. */
  const FRAME_LIMIT_MS = 100;
  const FRAME_AT_REST_LIMIT_MS = 500;
  /** The properties that hide sections before a visitor reaches them. */
  const MOVED = ["transform", "translate", "scale", "rotate", "clip-path"];
  /** Marks the sections that are shown again. */
  const SHOWN = "data-shown-again";
  const REVEALED = ["visibility", "opacity", "filter", ...MOVED];

  type State = { opacity: number; values: Record<string, string>; isMoving: boolean };

  /** Elements that changed during the walk, with the times of the first and last change of their latest animation. */
  const changed = new Map<Node, { firstAt: number; lastAt: number }>();
  /** The most visible state of each changed element, while it was in the window. */
  const seen = new Map<HTMLElement, State>();
  let lastChangeAt = 0;

  const observer = new MutationObserver((records) => {
    for (const { target } of records) noteChange(target);
  });
  observer.observe(document, {
    attributeFilter: ["class", "style"],
    characterData: true,
    childList: true,
    subtree: true,
  });
  const noteTarget = ({ target }: Event) => {
    if (target instanceof Node) noteChange(target);
  };
  addEventListener("transitionrun", noteTarget, true);
  addEventListener("animationstart", noteTarget, true);

  const scroller = findScroller();
  const visiblePx = () => dom.get(scroller, "clientHeight");
  /** Read the height at every step: the page grows while it loads content. */
  const endPx = () => dom.get(scroller, "scrollHeight") - visiblePx();
  const step = stepPx > 0 ? stepPx : Math.max(100, Math.ceil(visiblePx() / 2));
  const part = stepPx > 0 ? stepPx : Math.max(25, Math.ceil(visiblePx() * PART));
  let top = 0;
  let scrolledAt = Number.NEGATIVE_INFINITY;

  return {
    step: async (delayMs) => {
      if (top + visiblePx() >= maxHeightPx && top < endPx()) return "limit";
      while (top >= endPx() && performance.now() - scrolledAt < REACTION_MS) await pause(POLL_MS);
      if (top >= endPx()) return "end";
      const next = Math.min(top + step, endPx());
      while (top < next) {
        top = Math.min(top + part, next);
        scrollTo(top);
        if (top < next) await frame(FRAME_LIMIT_MS);
      }
      await pause(delayMs);
      remember();
      return "moved";
    },
    rest,
    finish: async (restMs, limitMs) => {
      const endsAt = performance.now() + limitMs;
      const leftMs = () => Math.max(0, endsAt - performance.now());
      await scrollAndRest(0, Math.min(restMs, leftMs()));
      const unfinished = sectionsBelow().filter(isUnfinished);
      const visited: number[] = [];
      for (const element of unfinished) {
        if (!isUnfinished(element) || leftMs() === 0) continue;
        const middle = middleOf(element);
        // The visit of a neighbour would also have shown this element.
        if (visited.some((other) => Math.abs(other - middle) < visiblePx() * PART)) continue;
        visited.push(middle);
        await scrollAndRest(middle, Math.min(restMs, leftMs()));
      }
      if (unfinished.length > 0) await scrollAndRest(0, restMs);
      observer.disconnect();
      removeEventListener("transitionrun", noteTarget, true);
      removeEventListener("animationstart", noteTarget, true);
      showAgain();
      return leftMs() > 0 || unfinished.length === 0;
    },
  };

  function scrollTo(topPx: number): void {
    dom.get(scroller, "scrollTo")({ top: topPx, behavior: "instant" });
    scrolledAt = performance.now();
  }

  /** Scrolls to a position and waits until the page is at rest there. */
  async function scrollAndRest(topPx: number, limitMs: number): Promise<void> {
    scrollTo(topPx);
    // In the first frame observers and scripts receive the position, and they draw their changes in the second one.
    for (let frames = 0; frames < 2; frames += 1) await frame(FRAME_AT_REST_LIMIT_MS);
    lastChangeAt = performance.now();
    await rest(limitMs);
  }

  /** Returns the scroll position at which the element is in the middle of the window. */
  function middleOf(element: Element): number {
    const { top: upper, height } = dom.rect(element);
    const middle = dom.get(scroller, "scrollTop") + upper + height / 2 - visiblePx() / 2;
    // Some pages show the sections of the first window only after they were scrolled.
    return Math.max(middle, visiblePx() * PART);
  }

  async function pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Waits for a frame, in which the observers of the page receive the new position. */
  async function frame(limitMs: number): Promise<void> {
    const drawn = new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.race([drawn, pause(limitMs)]);
  }

  async function rest(limitMs: number): Promise<void> {
    const endsAt = performance.now() + limitMs;
    await Promise.race([imagesDecoded(), pause(limitMs)]);
    while (performance.now() < endsAt && !isAtRest()) await pause(POLL_MS);
    remember();
  }

  function noteChange(node: Node): void {
    const now = performance.now();
    const known = changed.get(node);
    const isContinued = known !== undefined && now - known.lastAt < PAUSE_MS;
    const firstAt = isContinued ? known.firstAt : now;
    changed.set(node, { firstAt, lastAt: now });
    if (now - firstAt < ENDLESS_MS) lastChangeAt = now;
  }

  function isAtRest(): boolean {
    if (performance.now() - lastChangeAt < QUIET_MS) return false;
    return !dom.get(document, "getAnimations")().some(willEnd);
  }

  /** Returns whether the animation is running and has an end. */
  function willEnd({ effect, playState, timeline }: Animation): boolean {
    const isTimed = timeline instanceof DocumentTimeline && playState === "running";
    return isTimed && Number.isFinite(effect?.getComputedTiming().endTime);
  }

  /** Returns whether an animation or a script is changing the element now. */
  function isMoving(element: HTMLElement): boolean {
    if (animationsOf(element).some(willEnd)) return true;
    const { firstAt, lastAt } = changed.get(element) ?? { firstAt: 0, lastAt: 0 };
    return performance.now() - lastAt < QUIET_MS && lastAt - firstAt < ENDLESS_MS;
  }

  /** Stores how changed elements in the window look now, unless they were more visible before. */
  function remember(): void {
    // Animations that a script has started send no event.
    for (const animation of dom.get(document, "getAnimations")()) {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      if (target !== null && willEnd(animation)) noteChange(target);
    }
    for (const node of changed.keys()) {
      if (!(node instanceof HTMLElement) || !dom.get(node, "isConnected")) continue;
      const { top: upper, bottom: lower } = dom.rect(node);
      const isPast = upper < innerHeight;
      if (!isPast || lower - upper === 0) continue;
      const state = stateOf(node);
      const known = seen.get(node);
      if (known === undefined || state.opacity >= known.opacity) seen.set(node, state);
    }
  }

  function stateOf(element: HTMLElement): State {
    const style = getComputedStyle(element);
    const values = Object.fromEntries(REVEALED.map((name) => [name, style.getPropertyValue(name)]));
    const opacity = style.visibility === "hidden" ? -1 : Number(style.opacity);
    return { opacity, values, isMoving: isMoving(element) };
  }

  /** Returns the elements below the middle of the first window that changed while they were in the window. */
  function sectionsBelow(): HTMLElement[] {
    return [...seen.keys()].filter((element) => {
      if (!dom.get(element, "isConnected")) return false;
      // Before a full-page shot, completePage() shows animations of scroll timelines.
      if (animationsOf(element).some(({ timeline }) => !(timeline instanceof DocumentTimeline)))
        return false;
      // Fixed headers and buttons already have the right state at the top of the page.
      return dom.rect(element).bottom > innerHeight / 2 && !staysInWindow(element);
    });
  }

  /** Returns whether the walk left the element during its animation, and the page has hidden the element again. */
  function isUnfinished(element: HTMLElement): boolean {
    const state = seen.get(element);
    if (state === undefined) return false;
    // An element that appears only between two stops of the walk was never seen.
    return state.opacity <= 0 || (state.isMoving && isHiddenAgain(element, state));
  }

  /** Shows the sections that the page has hidden again while it scrolled back to the top, as many pages do. */
  function showAgain(): void {
    // Find all elements before the first change, because each change may affect the others.
    const hidden = sectionsBelow().flatMap((element) => {
      const state = seen.get(element);
      return state !== undefined && isHiddenAgain(element, state) ? [{ element, state }] : [];
    });
    // Scripts that follow the scroll position overwrite inline styles in every frame.
    const sheet = new CSSStyleSheet();
    for (const [index, { element, state }] of hidden.entries()) {
      dom.get(element, "setAttribute")(SHOWN, String(index));
      const values = { transition: "none", animation: "none", ...state.values };
      const declarations = Object.entries(values).map(
        ([name, value]) => `${name}: ${value} !important`,
      );
      sheet.insertRule(`[${SHOWN}="${index}"]:not(#_) { ${declarations.join("; ")} }`);
    }
    if (hidden.length > 0) dom.get(document, "adoptedStyleSheets").push(sheet);
  }

  function isHiddenAgain(element: HTMLElement, { opacity, values }: State): boolean {
    const now = stateOf(element);
    if (now.opacity !== opacity) return now.opacity < opacity;
    // Scripts that move elements with the scroll position set inline styles. Endless animations always move.
    return (
      MOVED.some((name) => now.values[name] !== values[name]) &&
      MOVED.every((name) => dom.get(element, "style").getPropertyValue(name) === "") &&
      animationsOf(element).every(({ playState }) => playState !== "running")
    );
  }

  function staysInWindow(element: Element): boolean {
    for (let at: Element | null = element; at !== null; at = dom.parentOf(at)) {
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky") return true;
    }
    return false;
  }

  function animationsOf(element: Element): Animation[] {
    return dom.get(element, "getAnimations")();
  }

  /** Returns the document, or the largest scrolling element when the document does not scroll, as in application shells. */
  function findScroller(): Element {
    const root = dom.get(document, "scrollingElement") ?? dom.get(document, "documentElement");
    if (overflows(root)) return root;
    let largest: Element = root;
    let largestArea = (innerWidth * innerHeight) / 4;
    for (const element of dom.elements()) {
      if (!overflows(element)) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY !== "auto" && overflowY !== "scroll") continue;
      const area = dom.get(element, "clientWidth") * dom.get(element, "clientHeight");
      if (area > largestArea) [largest, largestArea] = [element, area];
    }
    return largest;
  }

  function overflows(element: Element): boolean {
    return dom.get(element, "scrollHeight") > dom.get(element, "clientHeight") + 1;
  }

  /** Ignores hidden images, because browsers never decode them. */
  async function imagesDecoded(): Promise<void> {
    const visible = dom
      .all<HTMLImageElement>("img")
      .filter((image) => image.getClientRects().length > 0 && image.currentSrc !== "");
    await Promise.allSettled(visible.map((image) => image.decode()));
  }
}
