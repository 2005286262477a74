// Runs in the captured page: finds the point of the window at which the mouse reaches an element.

/**
 * A point in the window, in pixels of the screen, or the reason why the element has none. `isReady`: the element is at rest
 * at this point, and no other element, such as a loading screen, would receive the events.
 */
export type PointerTarget =
  | { x: number; y: number; isReady: boolean }
  | { reason: "no_match" | "no_size" | "outside_page" };

/**
 * Waits for two frames if `canWait` is set, so that a moving element is noticed. Then scrolls the first matching element into
 * view and returns the center of its first visible box.
 */
export async function pointerTarget(selector: string, canWait: boolean): Promise<PointerTarget> {
  /** Continue after this time, in milliseconds, if the page draws no animation frame. */
  const FRAME_LIMIT_MS = 100;
  const element = dom.all(selector)[0];
  if (element === undefined) return { reason: "no_match" };
  let isMoving = await moves(element);
  // A moving element may come into view without scrolling, which would shift the page around it.
  if (!isMoving && !isInView(element)) {
    const center = { block: "center", inline: "center", behavior: "instant" } as const;
    dom.get(element, "scrollIntoView")(center);
    isMoving = await moves(element);
  }
  const point = centerOf(element);
  if (point === undefined || getComputedStyle(element).visibility !== "visible")
    return { reason: "no_size" };
  if (!isInWindow(point)) return { reason: "outside_page" };
  // The browser applies the scale below 1 at which a mobile viewport shows a wide page.
  const { offsetLeft, offsetTop } = visualViewport ?? { offsetLeft: 0, offsetTop: 0 };
  return {
    x: point.x - offsetLeft,
    y: point.y - offsetTop,
    isReady: !isMoving && !isCoveredAt(point, element),
  };

  async function moves(target: Element): Promise<boolean> {
    if (!canWait) return false;
    const before = dom.rect(target);
    for (let frames = 0; frames < 2; frames += 1) {
      const drawn = new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.race([drawn, dom.pause(FRAME_LIMIT_MS)]);
    }
    const { x, y, width, height } = dom.rect(target);
    return x !== before.x || y !== before.y || width !== before.width || height !== before.height;
  }

  type Point = { x: number; y: number };

  function centerOf(target: Element): Point | undefined {
    const boxes = [...dom.get(target, "getClientRects")()];
    const box = boxes.find(({ width, height }) => width * height > 0);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Returns whether the window and all scrolling elements around the element show its whole box, or at least its center. */
  function isInView(target: Element): boolean {
    const { top, left, bottom, right } = dom.rect(target);
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false;
    const center = centerOf(target);
    if (center === undefined) return true;
    for (let at: Element | null = target; at !== null; at = dom.parentOf(at)) {
      const { position, overflowX, overflowY } = getComputedStyle(at);
      const clips = overflowX !== "visible" || overflowY !== "visible";
      // The window shows the overflow of the root and the body.
      const isRoot = /^(html|body)$/.test(dom.get(at, "localName"));
      if (clips && !isRoot && !isInside(center, dom.rect(at))) return false;
      if (position === "fixed") return true;
    }
    return true;
  }

  function isInside({ x, y }: Point, { left, right, top, bottom }: DOMRect): boolean {
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  function isInWindow({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  }

  function isCoveredAt({ x, y }: Point, target: Element): boolean {
    const hit = dom.get(document, "elementFromPoint")(x, y);
    if (hit === null || contains(target, hit)) return false;
    // An ancestor receives the events of an element that ignores the mouse, and a label passes a click to its field.
    if (contains(hit, target)) return getComputedStyle(target).pointerEvents !== "none";
    const label = dom.get(hit, "closest")("label");
    return label === null || label.control !== target;
  }

  function contains(outer: Element, inner: Element): boolean {
    return dom.get(outer, "contains")(inner);
  }
}
