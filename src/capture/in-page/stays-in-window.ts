// Runs in the captured page: recognizes the parts of a page that do not scroll with it.

export type StaysInWindow = (element: Element) => boolean;

/**
 * Returns whether the element or an element around it is fixed or sticky. The elements around the element that scrolls the
 * page do not count.
 */
export function staysInWindow(element: Element, scroller: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== scroller; at = dom.parentOf(at)) {
    const { position } = getComputedStyle(at);
    if (position === "fixed" || position === "sticky") return true;
  }
  return false;
}
