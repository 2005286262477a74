// Finds banners in closed shadow trees, which no script can read: elements that are empty and have the name of a consent dialog.
import { isConsentName } from "./banner-patterns.ts";

const CANDIDATES = "body > :empty, div:empty[id], div:empty[class], section:empty, aside:empty";

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
