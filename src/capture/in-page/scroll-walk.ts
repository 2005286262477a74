// Runs in the captured page: scrolls step by step as a visitor does, waits for the effects of scrolling, and returns to the top.

export type WalkPlan = { stepPx: number; maxHeightPx: number };

/** A walk through one document. The caller keeps it in the page and calls its methods one after another. */
export type Walk = {
  /**
   * Scrolls by one step and waits `delayMs`. Returns "end" without a wait at the end of the page, and "limit" at
   * `maxHeightPx`.
   */
  step: (delayMs: number) => Promise<"moved" | "end" | "limit">;
  /** Waits until images are decoded and finite animations have ended, for at most `limitMs`. */
  rest: (limitMs: number) => Promise<void>;
  /** Returns to the top, waits until the page is at rest, and shows the sections that the page has hidden again. */
  finish: (limitMs: number) => Promise<void>;
};

/** `stepPx` 0: half of the visible height. */
export function startWalk({ stepPx, maxHeightPx }: WalkPlan): Walk {
  /** Milliseconds between two checks of the page. */
  const POLL_MS = 50;
  /** A page without changes for this time, in milliseconds, is at rest. */
  const QUIET_MS = 150;
  /** Scripts that change an element for longer than this, in milliseconds, animate it endlessly. */
  const ENDLESS_MS = 3_000;
  /** The share of the visible height by which one part of a step scrolls. A section as tall as the window is at least 90 % visible during a fifth of the window's height, so smaller parts reach all visibility thresholds up to 0.9.
   */
  const PART = 1 / 8;
  /** Continue after this time, in milliseconds, if the page draws no animation frame. */
  const FRAME_LIMIT_MS = 50;
  /** The properties that hide sections before a visitor reaches them. */
  const MOVED = ["transform", "translate", "scale", "rotate", "clip-path"];
  const REVEALED = ["visibility", "opacity", "filter", ...MOVED];

  type State = { opacity: number; values: Record<string, string> };

  /** Elements that changed during the walk, with the time of their first change. */
  const changed = new Map<Node, number>();
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
  document.addEventListener("transitionrun", noteTarget, true);
  document.addEventListener("animationstart", noteTarget, true);

  const scroller = findScroller();
  const step = stepPx > 0 ? stepPx : Math.max(100, Math.ceil(scroller.clientHeight / 2));
  const part = stepPx > 0 ? stepPx : Math.max(25, Math.ceil(scroller.clientHeight * PART));
  let top = 0;

  return {
    step: async (delayMs) => {
      // Read the height at every step: the page grows while it loads content.
      const end = scroller.scrollHeight - scroller.clientHeight;
      if (top >= end) return "end";
      if (top + scroller.clientHeight >= maxHeightPx) return "limit";
      const next = Math.min(top + step, end);
      while (top < next) {
        top = Math.min(top + part, next);
        scroller.scrollTo({ top, behavior: "instant" });
        if (top < next) await frame();
      }
      await pause(delayMs);
      remember();
      return "moved";
    },
    rest,
    finish: async (limitMs) => {
      scroller.scrollTo({ top: 0, behavior: "instant" });
      const endsAt = performance.now() + limitMs;
      lastChangeAt = performance.now();
      await rest(endsAt - performance.now());
      observer.disconnect();
      document.removeEventListener("transitionrun", noteTarget, true);
      document.removeEventListener("animationstart", noteTarget, true);
      showAgain();
    },
  };

  async function pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Waits for a frame, in which the observers of the page receive the new position. */
  async function frame(): Promise<void> {
    const drawn = new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.race([drawn, pause(FRAME_LIMIT_MS)]);
  }

  async function rest(limitMs: number): Promise<void> {
    const endsAt = performance.now() + limitMs;
    await Promise.race([imagesDecoded(), pause(limitMs)]);
    while (performance.now() < endsAt && !isAtRest()) await pause(POLL_MS);
    remember();
  }

  function noteChange(node: Node): void {
    const now = performance.now();
    const firstAt = changed.get(node);
    if (firstAt === undefined) changed.set(node, now);
    if (now - (firstAt ?? now) < ENDLESS_MS) lastChangeAt = now;
  }

  function isAtRest(): boolean {
    if (performance.now() - lastChangeAt < QUIET_MS) return false;
    return !document.getAnimations().some(({ effect, playState, timeline }) => {
      const isTimed = timeline instanceof DocumentTimeline && playState === "running";
      return isTimed && Number.isFinite(effect?.getComputedTiming().endTime);
    });
  }

  /** Stores how changed elements in the window look now, unless they were more visible before. */
  function remember(): void {
    for (const node of changed.keys()) {
      if (!(node instanceof HTMLElement) || !node.isConnected) continue;
      const { top: upper, bottom: lower } = node.getBoundingClientRect();
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
    return { opacity: style.visibility === "hidden" ? -1 : Number(style.opacity), values };
  }

  /** Many pages hide their sections again when a visitor scrolls back to the top. */
  function showAgain(): void {
    const hidden = [...seen].filter(([element, state]) => {
      if (!element.isConnected || !isHiddenAgain(element, state)) return false;
      // Before a full-page shot, completePage() shows animations of scroll timelines.
      if (element.getAnimations().some(({ timeline }) => !(timeline instanceof DocumentTimeline)))
        return false;
      // Fixed headers and buttons already have the right state at the top of the page.
      return element.getBoundingClientRect().bottom > innerHeight / 2 && !staysInWindow(element);
    });
    for (const [{ style }, { values }] of hidden) {
      style.setProperty("transition", "none", "important");
      style.setProperty("animation", "none", "important");
      for (const [name, value] of Object.entries(values)) {
        style.setProperty(name, value, "important");
      }
    }
  }

  function isHiddenAgain(element: HTMLElement, { opacity, values }: State): boolean {
    const now = stateOf(element);
    if (now.opacity !== opacity) return now.opacity < opacity;
    // Scripts that move elements with the scroll position set inline styles. Endless animations always move.
    return (
      MOVED.some((name) => now.values[name] !== values[name]) &&
      MOVED.every((name) => element.style.getPropertyValue(name) === "") &&
      element.getAnimations().every(({ playState }) => playState !== "running")
    );
  }

  function staysInWindow(element: Element): boolean {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky") return true;
    }
    return false;
  }

  /** Returns the document, or the largest scrolling element when the document does not scroll, as in application shells. */
  function findScroller(): Element {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollHeight > root.clientHeight + 1) return root;
    let largest: Element = root;
    let largestArea = (innerWidth * innerHeight) / 4;
    for (const element of document.querySelectorAll("body *")) {
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY !== "auto" && overflowY !== "scroll") continue;
      const area = element.clientWidth * element.clientHeight;
      if (area > largestArea) [largest, largestArea] = [element, area];
    }
    return largest;
  }

  /** Ignores hidden images, because browsers never decode them. */
  async function imagesDecoded(): Promise<void> {
    // Avoid document.images: a form or an image with the name "images" would replace it.
    const visible = [...document.querySelectorAll("img")].filter(
      (image) => image.getClientRects().length > 0 && image.currentSrc !== "",
    );
    await Promise.allSettled(visible.map((image) => image.decode()));
  }
}
