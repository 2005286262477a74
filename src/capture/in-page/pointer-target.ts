// Runs in the captured page: finds the point of the window at which the mouse reaches an element.

/**
 * A point in the window, in pixels of the screen, or the reason why the element has none. `isCovered`: another element, such
 * as a loading screen, would receive the events.
 */
export type PointerTarget =
  | { x: number; y: number; isCovered: boolean }
  | { reason: "no_match" | "no_size" };

/** Scrolls the first matching element into view and returns the center of its first visible box. */
export function pointerTarget(selector: string): PointerTarget {
  const element = document.querySelector(selector);
  if (element === null) return { reason: "no_match" };
  const { top, left, bottom, right } = element.getBoundingClientRect();
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = [...element.getClientRects()].find(({ width, height }) => width * height > 0);
  if (box === undefined || getComputedStyle(element).visibility !== "visible")
    return { reason: "no_size" };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // A mobile viewport may show a wide page at a scale below 1.
  const { scale, offsetLeft, offsetTop } = visualViewport ?? {
    scale: 1,
    offsetLeft: 0,
    offsetTop: 0,
  };
  return {
    x: (x - offsetLeft) * scale,
    y: (y - offsetTop) * scale,
    isCovered: isCoveredAt(x, y, element),
  };

  function isCoveredAt(clientX: number, clientY: number, target: Element): boolean {
    const hit = document.elementFromPoint(clientX, clientY);
    // An ancestor receives the events of an element that ignores the mouse, and a label passes a click to its field.
    if (hit === null || hit.contains(target) || target.contains(hit)) return false;
    return hit.closest("label")?.control !== target;
  }
}
