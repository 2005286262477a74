// Runs in the captured page: recognizes the parts of a page that do not scroll with it.

/** Returns whether the element or an element around it is fixed or sticky. */
export function staysInWindow(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = dom.parentOf(at)) {
    const { position } = getComputedStyle(at);
    if (position === "fixed" || position === "sticky") return true;
  }
  return false;
}
