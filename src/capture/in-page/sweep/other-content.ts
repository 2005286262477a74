// Decides whether an element shows more than a banner, such as an application or a header that contains the banner.
import { classifyButtonTextRegex } from "autoconsent-heuristics";
import { isVisible } from "./hidden-elements.ts";
import { openingOf } from "./opening.ts";
import { isAboutPrivacy } from "./other-dialogs.ts";
import { coversWindow, isBar, placeOf } from "./placement.ts";
import { readBanner } from "./read-banner.ts";
import { textOf } from "./trees.ts";

/** Maximum number of letters around a banner's text and buttons, such as a title and a footer. */
const MAX_TEXT_AROUND = 60;

/** Maximum number of links and buttons around a banner, such as a close button. Abbreviations are languages. */
const MAX_LINKS_AROUND = 2;
const MAX_ABBREVIATION = 3;

/** Minimum share of the window of an image that belongs to a page. Banners have smaller illustrations. */
const MIN_IMAGE_SHARE = 1 / 3;

/** Minimum width and height of an image that is no icon, in CSS pixels. */
const MIN_IMAGE_SIZE = 40;

const LANDMARK = 'nav, main, article, [role="navigation"], [role="main"], [role="menubar"]';
const IMAGE = "img, svg, video, canvas, iframe, picture";

/**
 * Returns whether an element that reads as a banner also has visible content that is no part of it. Goes from the element to
 * the smallest part with a banner's text and buttons, and checks what each level adds.
 */
export function hasOtherContent(element: HTMLElement): boolean {
  for (let around = element; ;) {
    const children = childrenOf(around);
    const inner = children.filter(isHtml).find((child) => readBanner(child)?.hasButtons === true);
    if (inner === undefined) return false;
    const others = children.filter((child) => child !== inner && isVisible(child));
    const isApart = coversWindow(around) && (isBar(inner) || placeOf(inner, undefined).mayBeBanner);
    const maxText = isApart ? 0 : MAX_TEXT_AROUND;
    const minImageShare = isApart ? 0 : MIN_IMAGE_SHARE;
    if (ownTexts(around).some((text) => isOtherText(text, maxText))) return true;
    if (others.some((other) => hasImage(other, minImageShare))) return true;
    const isOther = (other: HTMLElement) =>
      isOtherText(textOf(other), maxText) ||
      hasLandmark(other) ||
      hasLinks(other) ||
      hasField(other);
    if (others.filter(isHtml).some(isOther)) return true;
    around = inner;
  }
}

/** Returns the elements inside an element and inside its open shadow tree. */
function childrenOf(element: HTMLElement): Element[] {
  const shadowRoot = dom.shadowRootOf(element);
  return [...dom.childrenOf(element), ...(shadowRoot === null ? [] : dom.childrenOf(shadowRoot))];
}

function isHtml(element: Element): element is HTMLElement {
  return element instanceof HTMLElement;
}

function ownTexts(element: HTMLElement): string[] {
  return [...dom.get(element, "childNodes")]
    .filter((node) => node instanceof Text)
    .map((node) => node.data.trim());
}

/** Returns whether the text is longer than `maxLength` and does not begin with the subject of banners. */
function isOtherText(text: string, maxLength: number): boolean {
  return text.trim().length > maxLength && openingOf(text, []) !== "consent";
}

function hasLandmark(element: HTMLElement): boolean {
  const landmarks = dom.all(LANDMARK, element);
  if (dom.get(element, "matches")(LANDMARK)) landmarks.push(element);
  return landmarks.some((landmark) => isVisible(landmark) && isOtherText(textOf(landmark), 0));
}

/** Returns whether the element contains a field, such as a search of the page. Banners search for partners. */
function hasField(element: HTMLElement): boolean {
  const fields = dom.all("input[type='search'], input:not([type]), input[type='text']", element);
  return fields.some(isVisible) && !isAboutPrivacy(textOf(element));
}

/** Returns whether the element is a menu. Legal links mention privacy. */
function hasLinks(element: HTMLElement): boolean {
  if (isAboutPrivacy(textOf(element))) return false;
  const links = dom.all("a[href], button", element).filter(isVisible);
  const labels = links.map((link) => textOf(link).trim());
  const others = labels.filter(
    (label) => label.length > MAX_ABBREVIATION && classifyButtonTextRegex(label) === "other",
  );
  return others.length > MAX_LINKS_AROUND;
}

function hasImage(element: Element, minShare: number): boolean {
  const images: Element[] = dom.all(IMAGE, element);
  if (dom.get(element, "matches")(IMAGE)) images.push(element);
  return images.some((image) => {
    const { width, height } = dom.rect(image);
    const isContent = Math.min(width, height) >= MIN_IMAGE_SIZE;
    return isContent && width * height >= innerWidth * innerHeight * minShare;
  });
}
