// Finds consent banners that no list contains, by their text and position.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { addPatterns, isConsentName, kindOfButtonName } from "./banner-patterns.ts";
import { type Answer, assess } from "./consent-evidence.ts";
import { COOKIES, hasSubject } from "./consent-texts.ts";
import { isVisible } from "./hidden-elements.ts";
import { partsOf, textOf, treesIn } from "./trees.ts";

export type Banner = {
  element: HTMLElement;
  /** The button that rejects consent. */
  reject: HTMLElement | undefined;
};

/** Maximum length of a banner's text. Dialogs that list all purposes are long; longer text is a page. */
const MAX_TEXT = 8_000;

/** Minimum number of letters outside a banner. With fewer letters, the banner is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** Minimum number of letters of a banner apart from its buttons. */
const MIN_STATEMENT = 40;

/** Maximum number of letters around the banner in an element that only shows the banner, such as a title and a footer. */
const MAX_TEXT_AROUND = 200;

/** Elements that a banner does not contain: page content and text fields. */
const PAGE_CONTENT =
  'main, article, textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * Returns the outermost element of each banner. In a frame, a banner may be the body. Reads styles and layout only in
 * trees whose text has the subject of a banner, because this is slow.
 */
export function findBanners(): Banner[] {
  const banners: Banner[] = [];
  // A script may have removed the body.
  const body = document.body as HTMLElement | null;
  if (body === null) return banners;
  for (const root of treesIn(body)) {
    const host = root instanceof ShadowRoot ? root.host : undefined;
    // The text of a shadow tree may be in the slots of its host.
    if (!hasSubject(`${root.textContent}${host?.textContent ?? ""}`)) continue;
    const around = host === undefined ? undefined : outermostBanner(host);
    if (around === undefined) collectBanners(root, banners);
    else if (banners.every(({ element }) => element !== around.element)) banners.push(around);
  }
  const frameBanner = top === self || banners.length > 0 ? undefined : readBanner(body);
  return frameBanner === undefined ? banners : [frameBanner];
}

/** Returns the frames with these addresses that cover the page. Their documents contain only a banner. */
export function findBannerFrames(addresses: readonly string[]): HTMLIFrameElement[] {
  const hasInline = addresses.some((address) => address === "" || address.startsWith("about:"));
  return [...document.querySelectorAll("iframe")].filter((frame) => {
    if (!addresses.includes(frame.src) && !(hasInline && isInlineBanner(frame))) return false;
    for (let element: HTMLElement | null = frame; element !== null; element = element.parentElement)
      if (element !== document.body && isOverlayOrStrip(element)) return true;
    return false;
  });
}

/** Returns whether the page has written a banner into the frame, as its `srcdoc` or by a script. */
function isInlineBanner({ src, srcdoc, contentDocument }: HTMLIFrameElement): boolean {
  if (srcdoc === "" && src !== "" && !src.startsWith("about:")) return false;
  const body = contentDocument?.body as HTMLElement | null | undefined;
  return body !== null && body !== undefined && readBanner(body) !== undefined;
}

/** Returns the host or the outermost element around it that is a banner. The text around the host may have no subject. */
function outermostBanner(host: Element): Banner | undefined {
  let outermost: Banner | undefined;
  for (let element: Element | null = host; element !== null; element = element.parentElement)
    if (element instanceof HTMLElement && element !== document.body)
      outermost = bannerOf(element) ?? outermost;
  return outermost;
}

/** Appends the outermost banners inside `parent`. */
function collectBanners(parent: Element | ShadowRoot, banners: Banner[]): void {
  for (const element of parent.children) {
    const banner = element instanceof HTMLElement ? bannerOf(element) : undefined;
    if (banner === undefined) collectBanners(element, banners);
    else banners.push(banner);
  }
}

function bannerOf(element: HTMLElement): Banner | undefined {
  if (!isOverlayOrStrip(element) || !isVisible(element)) return undefined;
  const banner = readBanner(element);
  if (banner === undefined || !isWholePage(element)) return banner;
  // A site may show nothing but a banner until the visitor has answered.
  const { reject } = banner;
  return reject !== undefined && !hasPageAround(element, reject) ? banner : undefined;
}

/** Returns whether a part of the element is the banner, and the rest is the text of an application. */
function hasPageAround(element: HTMLElement, reject: HTMLElement): boolean {
  for (
    let part = reject.parentElement;
    part !== null && part !== element;
    part = part.parentElement
  ) {
    const answers = getButtonData(part).map(({ text }) => text);
    const text = textOf(part);
    const hasStatement = text.length - answers.join("").length >= MIN_STATEMENT;
    if (hasStatement && readBanner(part) !== undefined)
      return textOf(element).length - text.length > MAX_TEXT_AROUND;
  }
  return false;
}

/** Returns the element as a banner if its text and buttons match the patterns. */
function readBanner(element: HTMLElement): Banner | undefined {
  const text = textOf(element);
  if (text.length > MAX_TEXT || !hasSubject(text) || isExcludedPopup(text)) return undefined;
  addPatterns();
  const parts = partsOf(element);
  if (parts.some((part) => part.querySelector(PAGE_CONTENT) !== null)) return undefined;

  const buttons = parts
    .flatMap(getButtonData)
    .map((button) => ({ ...button, kind: kindOf(button) }));
  const { isBanner, mayPress } = assess({
    text,
    answers: buttons,
    isNamed: hasConsentName(element),
    isDescribed: checkHeuristicPatterns(text).snippets.some((snippet) => COOKIES.test(snippet)),
    isBar: isBar(element),
  });
  if (!isBanner) return undefined;
  const reject = mayPress
    ? buttons.find(({ kind, element: button }) => kind === "reject" && isHarmless(button))
    : undefined;
  return { element, reject: reject?.element };
}

/** Classifies a button by its text, or by its class and id if no pattern matches the text. */
function kindOf({ text, element }: { text: string; element: HTMLElement }): Answer["kind"] {
  const kind = classifyButtonTextRegex(text);
  if (kind !== "other") return kind;
  const button = element.closest("button, a, [role='button']") ?? element;
  return kindOfButtonName(`${button.getAttribute("class")} ${button.id}`);
}

/** Returns whether the element, its host or a direct child has a name of consent dialogs. */
function hasConsentName(element: HTMLElement): boolean {
  const root = element.getRootNode();
  const named: Element[] = [element, ...element.children];
  if (root instanceof ShadowRoot) named.push(root.host);
  // Libraries also mark the body of a page that has a banner.
  const parent = element.parentElement;
  if (parent !== null && parent !== document.body) named.push(parent);
  return named.some((part) =>
    isConsentName(`${part.localName} ${part.id} ${part.getAttribute("class")}`),
  );
}

/** Returns whether the page has no other text. Hiding the element would leave an empty page. */
function isWholePage(element: HTMLElement): boolean {
  if (top !== self) return false;
  const otherText = document.body.innerText.trim().length - element.innerText.trim().length;
  return otherText < MIN_PAGE_TEXT;
}

/** Returns whether the element covers the page, or is a child of the body that spans its width. */
function isOverlayOrStrip(element: HTMLElement): boolean {
  const { position } = getComputedStyle(element);
  if (position === "fixed" || position === "sticky") return true;
  if (element.matches('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]'))
    return true;
  if (element.parentElement !== document.body) return false;
  return isBar(element) || position === "absolute";
}

/** Returns whether the element spans the width of the window. */
function isBar(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= innerWidth * 0.9 && height < innerHeight / 2;
}

/** Returns whether pressing the button neither follows a link nor submits a form. */
function isHarmless(button: HTMLElement): boolean {
  const link = button.closest("a")?.getAttribute("href") ?? "#";
  if (!/^(?:#|javascript:|$)/i.test(link)) return false;
  const submits =
    (button as HTMLButtonElement).type === "submit" && button.closest("form") !== null;
  return !submits;
}
