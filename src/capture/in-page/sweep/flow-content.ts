// Distinguishes bars in the normal flow of a page from content that reads like a banner, such as a page about cookies.
import { isConsentName } from "./banner-patterns.ts";
import { hasSubject } from "./consent-texts.ts";
import { isVisible } from "./hidden-elements.ts";
import { isAboutPrivacy } from "./other-dialogs.ts";
import { isAtEdge, isBody } from "./placement.ts";
import type { Banner } from "./read-banner.ts";

const MAIN = "main, article, [role='main'], [role='article']";

/** Elements that many pages repeat. A page that shows only them has no content. */
const REPEATED = "header, footer, nav, [role='banner'], [role='contentinfo'], [role='navigation']";

/** Containers for parts of a page. A paragraph is content. */
const CONTAINER = /^(?:div|section|aside|form|header|footer|dialog)$|-/;

/** Words of names that a section of a page may have, too, such as "cookie-policy". */
const SECTION_NAME = /polic(?:y|ies)|settings|info|law|disclaimer|page|cent(?:er|re)/gi;

/** Maximum share of the window's height for a bar without a name. */
const MAX_HEIGHT_SHARE = 1 / 3;

/** Minimum number of letters of a page outside the bar, and minimum width and height of an image, in CSS pixels. */
const MIN_PAGE_TEXT = 20;
const MIN_IMAGE_SIZE = 40;

/**
 * Returns whether an element in the normal flow that reads like a banner is content of the page. Without a name of consent
 * dialogs, a bar needs the position, the shape and the buttons of a banner, and no heading.
 */
export function isFlowContent({ element, hasButtons }: Banner, surface: HTMLElement): boolean {
  if (isMainContent(element) || (isBody(surface) && isOnlyContent(element))) return true;
  if (isNamedBar(element)) return false;
  return (
    !hasButtons ||
    !CONTAINER.test(dom.get(element, "localName")) ||
    dom.rect(element).height > innerHeight * MAX_HEIGHT_SHARE ||
    !isAtEdge(element, surface) ||
    dom.all("h1, h2, h3, h4", element).some(isVisible) ||
    isPageAboutPrivacy(element)
  );
}

/** Returns whether the element contains or is the main content, or contains the only main heading of the page. */
export function isMainContent(element: HTMLElement): boolean {
  if (dom.get(element, "closest")(MAIN) !== null) return true;
  if (dom.all(MAIN, element).some(isVisible)) return true;
  const headings = dom.all("h1").filter(isVisible);
  return headings.length > 0 && headings.every((heading) => dom.get(element, "contains")(heading));
}

function isNamedBar(element: Element): boolean {
  const names = ["id", "class"].map((name) => dom.attribute(element, name) ?? "").join(" ");
  return isConsentName(`${dom.get(element, "localName")} ${names}`.replaceAll(SECTION_NAME, ""));
}

/** Returns whether the title or the main heading is about cookies or privacy. */
function isPageAboutPrivacy(element: Element): boolean {
  const headings = dom.all("h1").filter((heading) => !dom.get(element, "contains")(heading));
  const titles = [
    dom.get(document, "title"),
    ...headings.map((heading) => dom.get(heading, "textContent")),
  ];
  return titles.some((title) => hasSubject(title) || isAboutPrivacy(title));
}

/** Returns whether the page has neither text nor images outside the element and its header and footer. */
function isOnlyContent(element: HTMLElement): boolean {
  const isOutside = (other: Element) =>
    !dom.get(element, "contains")(other) && !dom.get(other, "contains")(element);
  const repeated = dom.all(REPEATED).filter((other) => isOutside(other) && isOutermost(other));
  const body = dom.get(document, "body");
  const others = [element, ...repeated].filter(dom.get(body, "contains").bind(body));
  const lengthOf = (part: HTMLElement) => dom.get(part, "innerText").trim().length;
  const otherLength = others.reduce((sum, part) => sum + lengthOf(part), 0);
  if (lengthOf(body) - otherLength >= MIN_PAGE_TEXT) return false;
  return !dom.all("img, svg, video, canvas, iframe, input").some((image) => {
    const { width, height } = dom.rect(image);
    const isRepeated = repeated.some((part) => dom.get(part, "contains")(image));
    return isOutside(image) && !isRepeated && Math.min(width, height) >= MIN_IMAGE_SIZE;
  });
}

function isOutermost(element: Element): boolean {
  const parent = dom.get(element, "parentElement");
  return parent === null || dom.get(parent, "closest")(REPEATED) === null;
}
