// Runs in the captured page: finds the point of the window at which the mouse reaches an element.

/** A point in the window, in pixels of the screen, or the reason why the element has none. */
export type PointerTarget = { x: number; y: number } | { reason: "no_match" | "no_size" };

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
  // A mobile viewport may show a wide page at a scale below 1.
  const { scale, offsetLeft, offsetTop } = visualViewport ?? {
    scale: 1,
    offsetLeft: 0,
    offsetTop: 0,
  };
  return {
    x: (box.x + box.width / 2 - offsetLeft) * scale,
    y: (box.y + box.height / 2 - offsetTop) * scale,
  };
}
