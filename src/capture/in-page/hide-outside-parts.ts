// Runs in the captured page before a full-page capture: hides the fixed elements that are outside the window, such as closed
// menus. A full-page image is taller than the window and would show those below it.

/** Hides the fixed elements among `elements` that show nothing in the window. Changes the page permanently. */
export function hideOutsideParts(elements: HTMLElement[]): void {
  /** Properties of ancestors that place a fixed element in the page instead of the window. */
  const PLACING = /transform|translate|scale|rotate|perspective|filter/;
  const NAMES = ["transform", "translate", "scale", "rotate", "perspective", "filter"];

  const outside = elements.filter((element) => !isInWindow(element) && isFixedToWindow(element));
  for (const element of outside) {
    const style = dom.get(element, "style");
    style.setProperty("transition", "none", "important");
    // Unlike `visibility`, this also hides descendants that are visible by their own styles.
    style.setProperty("opacity", "0", "important");
  }

  /** A container without a size, for example of messages, can show its descendants in the window. */
  function isInWindow(element: Element): boolean {
    const { top, bottom, left, right } = dom.rect(element);
    if (bottom > 0 && top < innerHeight && right > 0 && left < innerWidth) return true;
    return shownChildren(element).some(isInWindow);
  }

  function shownChildren(element: Element): Element[] {
    const slotted = element instanceof HTMLSlotElement ? element.assignedElements() : [];
    return slotted.length > 0 ? slotted : dom.childrenOf(dom.shadowRootOf(element) ?? element);
  }

  function isFixedToWindow(element: Element): boolean {
    for (let at = dom.parentOf(element); at !== null; at = dom.parentOf(at)) {
      const style = getComputedStyle(at);
      if (NAMES.some((name) => style.getPropertyValue(name) !== "none")) return false;
      if (style.getPropertyValue("backdrop-filter") !== "none") return false;
      if (PLACING.test(style.willChange)) return false;
      if (/strict|content|paint|layout/.test(style.contain)) return false;
      if (style.transformStyle === "preserve-3d") return false;
    }
    return true;
  }
}
