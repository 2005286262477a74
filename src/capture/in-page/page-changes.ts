// Runs in the captured page: observes how the page changes, so that the walk can wait until it is at rest.

export type PageChanges = ReturnType<typeof watchChanges>;

/** Observes the document until `stop()` is called. */
export function watchChanges() {
  /** Scripts that change an element for longer than this, in milliseconds, animate it endlessly. */
  const ENDLESS_MS = 4_000;
  /** Changes after a pause of this time, in milliseconds, are another animation. */
  const PAUSE_MS = 500;
  /** An element without changes for this time, in milliseconds, is at rest. */
  const QUIET_MS = 150;
  /** An element that changes at intervals, such as a counter, is at rest after this multiple of its interval. */
  const INTERVALS = 1.5;
  /** Milliseconds in which elements that follow the scroll position receive a new position. */
  const FOLLOW_MS = 100;

  /** The latest animation of an element. `intervalMs`: the longest time between two of its changes. */
  type Change = { firstAt: number; lastAt: number; intervalMs: number };

  const changed = new Map<Node, Change>();
  /** Elements that changed while the page was not scrolled. */
  const timed = new Set<Node>();
  /** The page is at rest from this time on, unless it changes again. */
  let restsAt = 0;
  let insertedAt = Number.NEGATIVE_INFINITY;
  let scrolledAt = Number.NEGATIVE_INFINITY;

  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const isTemporary = noteChange(target, true);
      const hasElement = [...addedNodes].some((node) => node instanceof Element);
      if (hasElement && isTemporary) insertedAt = performance.now();
    }
  });
  observer.observe(document, {
    attributeFilter: ["class", "style"],
    characterData: true,
    childList: true,
    subtree: true,
  });
  const noteTarget = ({ target }: Event) => {
    if (target instanceof Node) noteChange(target, false);
  };
  addEventListener("transitionrun", noteTarget, true);
  addEventListener("animationstart", noteTarget, true);

  return {
    changed,
    /** Returns when the page was scrolled or last received elements. */
    lastProgressAt: () => Math.max(scrolledAt, insertedAt),
    hasScrolled: () => scrolledAt > 0,
    /** Call after each scroll. The page counts as changing for `quietMs`. */
    noteScroll: (quietMs: number) => {
      scrolledAt = performance.now();
      restsAt = Math.max(restsAt, scrolledAt + quietMs);
    },
    noteAnimations,
    isAtRest,
    isMoving,
    isTimed: (element: Element) => timed.has(element),
    isEndless,
    stop: () => {
      observer.disconnect();
      removeEventListener("transitionrun", noteTarget, true);
      removeEventListener("animationstart", noteTarget, true);
    },
  };

  /** `isRepeated`: the change is one of those that make up an animation. Returns false for endless animations. */
  function noteChange(node: Node, isRepeated: boolean): boolean {
    const now = performance.now();
    const known = changed.get(node);
    const sinceMs = known === undefined ? PAUSE_MS : now - known.lastAt;
    const change = { firstAt: now, lastAt: now, intervalMs: 0 };
    if (known !== undefined && sinceMs < PAUSE_MS) {
      change.firstAt = known.firstAt;
      change.intervalMs = Math.max(known.intervalMs, isRepeated ? sinceMs : 0);
    }
    changed.set(node, change);
    if (now - scrolledAt > FOLLOW_MS) timed.add(node);
    const isTemporary = now - change.firstAt < ENDLESS_MS;
    if (isTemporary) restsAt = Math.max(restsAt, now + quietMsOf(change));
    return isTemporary;
  }

  function quietMsOf({ intervalMs }: Change): number {
    return Math.max(QUIET_MS, intervalMs * INTERVALS);
  }

  /** Notes the animations that a script has started, because they send no event. */
  function noteAnimations(): void {
    for (const animation of dom.get(document, "getAnimations")()) {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      if (target !== null && willEnd(animation)) noteChange(target, false);
    }
  }

  function isAtRest(): boolean {
    if (performance.now() < restsAt) return false;
    return !dom.get(document, "getAnimations")().some(willEnd);
  }

  /** Returns whether an animation or a script is changing the element now. */
  function isMoving(element: HTMLElement): boolean {
    if (dom.get(element, "getAnimations")().some(willEnd)) return true;
    const change = changed.get(element);
    if (change === undefined || isEndless(element)) return false;
    return performance.now() - change.lastAt < quietMsOf(change);
  }

  function isEndless(element: Element): boolean {
    const { firstAt, lastAt } = changed.get(element) ?? { firstAt: 0, lastAt: 0 };
    return lastAt - firstAt >= ENDLESS_MS;
  }

  /** Returns whether the animation is running and has an end. */
  function willEnd({ effect, playState, timeline }: Animation): boolean {
    const isRunning = timeline instanceof DocumentTimeline && playState === "running";
    return isRunning && Number.isFinite(effect?.getComputedTiming().endTime);
  }
}
