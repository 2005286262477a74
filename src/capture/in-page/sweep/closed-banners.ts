// Finds banners in closed shadow trees, which no script can read: elements that are empty and have the name of a consent dialog.
import { isConsentName } from "./banner-patterns.ts";
import { elementAt } from "./chat-geometry.ts";

const CANDIDATES = "body > :empty, div:empty[id], div:empty[class], section:empty, aside:empty";

/** The points of the window, as shares of its width and height, at which closed trees are looked up. */
const COLUMNS = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const ROWS = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.85, 0.93, 0.98];

export function findClosedBanners(): HTMLElement[] {
  return dom.all(CANDIDATES).filter(isClosedBanner);
}

/** Other empty elements with such a name are parts of a page, such as a checkbox. They have a size and are not fixed. */
export function isClosedBanner(element: Element): boolean {
  if (dom.get(element, "firstChild") !== null || dom.shadowRootOf(element) !== null) return false;
  const [id, names] = [dom.attribute(element, "id"), dom.attribute(element, "class")];
  if (!isConsentName(`${dom.get(element, "localName")} ${id} ${names}`)) return false;
  const { width, height } = dom.rect(element);
  return width * height === 0 || getComputedStyle(element).position === "fixed";
}

/** Returns whether the closed tree shows content: browsers return its host for points in the content. */
export function showsClosedTree(element: Element): boolean {
  return ROWS.some((row) =>
    COLUMNS.some(
      (column) => elementAt(document, innerWidth * column, innerHeight * row) === element,
    ),
  );
}
