// Runs in the captured page: remembers how the sections of the page looked while the walk passed them, and shows the sections
// that the page has hidden again.
import type { isInPlace } from "./is-in-place.ts";
import type { PageChanges } from "./page-changes.ts";
import type { rememberPins } from "./seen-pins.ts";
import type { StaysInWindow } from "./stays-in-window.ts";

export function rememberSections(
  changes: PageChanges,
  isPlace: typeof isInPlace,
  stays: StaysInWindow,
  carries: (element: Element) => boolean,
  watchPins: typeof rememberPins,
) {
  /** The properties that hide sections before a visitor reaches them. */
  const MOVED = ["transform", "translate", "scale", "rotate", "clip-path"];
  const REVEALED = ["visibility", "opacity", "filter", ...MOVED];
  /** Prevents that the shown properties change gradually. */
  const AT_REST = { transition: "none", animation: "none" };
  /** Marks the sections that are shown again. */
  const SHOWN = "data-shown-again";

  /** `distancePx`: from the middle of the element to the middle of the window. */
  type State = {
    opacity: number;
    values: Record<string, string>;
    isInPlace: boolean;
    isMoving: boolean;
    distancePx: number;
  };

  /** The best state of each changed element: the most visible, in place, at rest, nearest to the middle. */
  const seen = new Map<HTMLElement, State>();
  /** How the unfinished elements look at the top of the page. */
  const hidden = new Map<HTMLElement, State>();
  /** Elements with inline styles that do not follow the scroll position. */
  const steady = new Set<HTMLElement>();

  const pins = watchPins(changes, stays, (element) => stateOf(element, 0));

  return {
    remember,
    listUnfinished,
    isFinished,
    readPlaces,
    noteSteady,
    hasChangedBar,
    showAgain,
  };

  /** Stores how the changed elements look that the window shows or has shown, if they look better than before. */
  function remember(): void {
    changes.noteAnimations();
    pins.remember();
    for (const node of changes.changed.keys()) {
      if (!(node instanceof HTMLElement) || !dom.get(node, "isConnected")) continue;
      const { top, bottom } = dom.rect(node);
      if (top >= innerHeight || bottom === top) continue;
      const state = stateOf(node, Math.abs((top + bottom - innerHeight) / 2));
      const known = seen.get(node);
      if (known === undefined || isBetter(state, known)) seen.set(node, state);
    }
  }

  function isBetter(state: State, known: State): boolean {
    if (state.opacity !== known.opacity) return state.opacity > known.opacity;
    if (state.isInPlace !== known.isInPlace) return state.isInPlace;
    if (state.isMoving !== known.isMoving) return known.isMoving;
    return state.distancePx <= known.distancePx;
  }

  function stateOf(element: HTMLElement, distancePx: number): State {
    const style = getComputedStyle(element);
    const values = Object.fromEntries(REVEALED.map((name) => [name, style.getPropertyValue(name)]));
    const opacity = style.visibility === "hidden" ? -1 : Number(style.opacity);
    // A script that moves sections instead of scrolling moves them back at the top of the page.
    const isCarried = carries(element);
    if (isCarried) values["transform"] = "none";
    const isInPlace = MOVED.every((name) => isPlace(values[name] ?? ""));
    const isMoving = !isCarried && changes.isMoving(element);
    return { opacity, values, isInPlace, isMoving, distancePx };
  }

  /** Returns the elements below the middle of the first window that changed while they were in the window. */
  function sectionsBelow(): HTMLElement[] {
    return [...seen.keys()].filter((element) => {
      if (!dom.get(element, "isConnected") || pins.contains(element)) return false;
      // Before a full-page shot, completePage() shows animations of scroll timelines.
      if (animationsOf(element).some(({ timeline }) => !(timeline instanceof DocumentTimeline)))
        return false;
      // Fixed headers and buttons already have the right state at the top of the page.
      return dom.rect(element).bottom > innerHeight / 2 && !stays(element);
    });
  }

  function listUnfinished(): HTMLElement[] {
    const unfinished = sectionsBelow().filter(isUnfinished);
    for (const element of unfinished) hidden.set(element, stateOf(element, 0));
    return unfinished;
  }

  /**
   * Returns whether the walk has not seen the final state of the element: it left the element during its animation, and the
   * page has moved or hidden the element again.
   */
  function isUnfinished(element: HTMLElement): boolean {
    const state = seen.get(element);
    if (state === undefined) return false;
    // An element that appears only between two stops of the walk was never seen.
    if (state.opacity <= 0) return true;
    const now = stateOf(element, 0);
    if (now.opacity < state.opacity) return state.isMoving;
    if (now.isInPlace || changes.isEndless(element) || isAnimated(element)) return false;
    // Scripts that move elements with the scroll position change them only while the page is scrolled.
    if (isMovedByScript(element)) return changes.isTimed(element);
    return state.isMoving || hasSamePlace(now, state);
  }

  /** Returns whether a visit, also one of a neighbour, has shown the final state of an unfinished element. */
  function isFinished(element: HTMLElement): boolean {
    const [state, before] = [seen.get(element), hidden.get(element)];
    if (state === undefined || before === undefined || !wasAtRestInMiddle(state)) return false;
    const hasChanged = state.opacity > before.opacity || !hasSamePlace(state, before);
    if (state.opacity <= 0 || !hasChanged) return false;
    return steady.has(element) || !isMovedByScript(element);
  }

  function wasAtRestInMiddle({ isMoving, distancePx }: State): boolean {
    return !isMoving && distancePx < innerHeight / 2;
  }

  /** Returns the places of the elements in the window that scripts move. */
  function readPlaces(): Map<HTMLElement, State> {
    const places = new Map<HTMLElement, State>();
    for (const element of seen.keys()) {
      if (!isMovedByScript(element)) continue;
      const { top, bottom } = dom.rect(element);
      const middle = (top + bottom) / 2;
      if (middle > 0 && middle < innerHeight) places.set(element, stateOf(element, 0));
    }
    return places;
  }

  /** Call after the page was scrolled a little: the elements that still have the same place do not follow the position. */
  function noteSteady(places: ReadonlyMap<HTMLElement, State>): void {
    for (const [element, place] of places)
      if (hasSamePlace(stateOf(element, 0), place)) steady.add(element);
  }

  /** Returns whether the walk has changed the page itself or an element that stays in the window, such as a header. */
  function hasChangedBar(): boolean {
    return [...changes.changed.keys()].some((node) => {
      if (!(node instanceof HTMLElement) || !dom.get(node, "isConnected")) return false;
      return /^(html|body)$/.test(dom.get(node, "localName")) || stays(node);
    });
  }

  /** Shows the sections that the page has hidden again while it scrolled back to the top, as many pages do. */
  function showAgain(): void {
    // Find all elements before the first change, because each change may affect the others.
    const held = sectionsBelow().map((element) => ({ element, values: valuesToHold(element) }));
    for (const { element, values } of pins.listHidden())
      held.push({ element, values: { ...AT_REST, ...values } });
    // Scripts that follow the scroll position overwrite inline styles in every frame.
    const sheet = new CSSStyleSheet();
    const rules = new Map<string, number>();
    for (const { element, values } of held) {
      const declarations = Object.entries(values).map(
        ([name, value]) => `${name}: ${value} !important`,
      );
      if (declarations.length === 0) continue;
      const block = declarations.join("; ");
      const index = rules.get(block) ?? rules.size;
      dom.get(element, "setAttribute")(SHOWN, String(index));
      if (!rules.has(block)) sheet.insertRule(`[${SHOWN}="${index}"]:not(#_) { ${block} }`);
      rules.set(block, index);
    }
    if (rules.size > 0) dom.get(document, "adoptedStyleSheets").push(sheet);
  }

  function valuesToHold(element: HTMLElement): Record<string, string> {
    const state = seen.get(element);
    const isHidden = state !== undefined && isHiddenAgain(element, state);
    return isHidden ? { ...AT_REST, ...state.values } : {};
  }

  function isHiddenAgain(element: HTMLElement, state: State): boolean {
    const now = stateOf(element, 0);
    if (now.opacity !== state.opacity) return now.opacity < state.opacity;
    if (hasSamePlace(now, state) || isAnimated(element)) return false;
    return steady.has(element) || !isMovedByScript(element);
  }

  function hasSamePlace({ values }: State, other: State): boolean {
    return MOVED.every((name) => values[name] === other.values[name]);
  }

  /** Scripts that move elements set inline styles. */
  function isMovedByScript(element: HTMLElement): boolean {
    const style = dom.get(element, "style");
    return MOVED.some((name) => style.getPropertyValue(name) !== "");
  }

  /** Endless animations always move. */
  function isAnimated(element: Element): boolean {
    return animationsOf(element).some(({ playState }) => playState === "running");
  }

  function animationsOf(element: Element): Animation[] {
    return dom.get(element, "getAnimations")();
  }
}
