// Runs in the captured page: scrolls a page whose script moves the content on wheel events, as locomotive-scroll 4 does.

export type WheelScroll = NonNullable<Awaited<ReturnType<typeof startWheelScroll>>>;

/**
 * Sends a wheel event to a page that is `endPx` taller than the window. Returns undefined, and sends the opposite event, unless
 * the content of the window follows continuously.
 */
export async function startWheelScroll(endPx: number) {
  /** The distance of one wheel event, in pixels. */
  const TURN_PX = 120;
  /** The range of pixels by which a page moves for each pixel of the wheel. A slider moves by a whole slide. */
  const [MIN_GAIN, MAX_GAIN] = [0.1, 4];
  /** The minimum share of the window that the moved elements cover together, and of its width that each of them covers. */
  const MOVED_SHARE = 0.5;
  /** Content that has not moved for this time, in milliseconds, is at rest. */
  const STILL_MS = 400;
  const ARRIVAL_LIMIT_MS = 4_000;
  const FRAME_LIMIT_MS = 100;
  /** The minimum distance to a position, in pixels, from which a page without movement is at its end. */
  const END_PX = 10;

  const MOVED = '[style*="transform"]';

  /** Elements that are not moved by the wheel, such as centered ones. */
  const others = new Set<Element>();
  for (const element of movedElements()) if (shiftOf(element) !== 0) others.add(element);
  /** The position that was requested, and the one before the request. */
  let aimPx = 0;
  let fromPx = 0;
  let knownEndPx = endPx;
  let gain = 1;

  turn(TURN_PX);
  await stop();
  gain = positionPx() / TURN_PX;
  if (gain < MIN_GAIN || gain > MAX_GAIN || !movesWindow()) {
    turn(-TURN_PX);
    await stop();
    return undefined;
  }
  aimPx = positionPx();

  return {
    positionPx,
    endPx: () => knownEndPx,
    scrollTo,
    arrive,
    /** Returns whether the script moves this element in place of scrolling. */
    carries: (element: Element) => movedElements().some((moved) => moved === element),
  };

  /** Requests a position. Resolves without waiting for the movement. */
  function scrollTo(topPx: number): void {
    fromPx = positionPx();
    // The page may have moved further than expected.
    const beyondPx = topPx <= 0 ? fromPx + window.innerHeight : 0;
    turn((topPx - aimPx - beyondPx) / gain);
    aimPx = Math.max(0, topPx);
  }

  /** Waits until the page is at most `distancePx` from the requested position, or does not move. */
  async function arrive(distancePx: number): Promise<void> {
    const isNear = () => Math.abs(positionPx() - aimPx) <= distancePx;
    if (isNear() || !(await stop(isNear))) return;
    const position = positionPx();
    if (aimPx - position > END_PX && position - fromPx < 1) knownEndPx = position;
    aimPx = position;
  }

  /** Waits until the page does not move. Returns false if `isDone` returned true before. */
  async function stop(isDone = () => false): Promise<boolean> {
    const endsAt = performance.now() + ARRIVAL_LIMIT_MS;
    let last = positionPx();
    let movedAt = performance.now();
    while (performance.now() < Math.min(endsAt, movedAt + STILL_MS)) {
      await dom.frame(FRAME_LIMIT_MS);
      if (isDone()) return false;
      const position = positionPx();
      if (Math.abs(position - last) >= 1) {
        last = position;
        movedAt = performance.now();
      }
    }
    return true;
  }

  function turn(distancePx: number): void {
    const [clientX, clientY] = [window.innerWidth / 2, window.innerHeight / 2];
    const target = dom.get(document, "elementFromPoint")(clientX, clientY);
    const place = {
      view: window,
      bubbles: true,
      cancelable: true,
      composed: true,
      clientX,
      clientY,
    };
    if (target === null) return;
    for (let leftPx = Math.abs(distancePx); leftPx > 0; leftPx -= TURN_PX) {
      const deltaY = Math.sign(distancePx) * Math.min(TURN_PX, leftPx);
      // Libraries prefer this older property, in which the opposite direction is positive.
      const turned = { ...place, deltaY, wheelDeltaY: -deltaY };
      dom.get(target, "dispatchEvent")(new WheelEvent("wheel", turned));
    }
  }

  /** Returns the outermost wide elements that a script has moved. */
  function movedElements(): HTMLElement[] {
    const isWide = (element: Element) => dom.rect(element).width >= window.innerWidth * MOVED_SHARE;
    const isInMoved = (element: Element) => {
      const parent = dom.get(element, "parentElement");
      return parent !== null && dom.get(parent, "closest")(MOVED) !== null;
    };
    return dom
      .all(MOVED)
      .filter((element) => !others.has(element) && !isInMoved(element) && isWide(element));
  }

  /** The script moves only the elements near the window. */
  function positionPx(): number {
    return Math.max(0, ...movedElements().map((element) => -shiftOf(element)));
  }

  function shiftOf(element: Element): number {
    return new DOMMatrix(getComputedStyle(element).transform).f;
  }

  function movesWindow(): boolean {
    const shares = movedElements().map((element) => {
      const { top, bottom, width } = dom.rect(element);
      const heightPx = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
      return shiftOf(element) === 0 ? 0 : width * Math.max(0, heightPx);
    });
    const coveredPx = shares.reduce((sum, share) => sum + share, 0);
    return coveredPx >= window.innerWidth * window.innerHeight * MOVED_SHARE;
  }
}
