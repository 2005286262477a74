// Finds consent banners that no list contains, by their text and position.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { isVisible } from "./hidden-elements.ts";
import {
  addPatterns,
  DATA_PROCESSING,
  isConsentName,
  kindOfButtonName,
} from "./banner-patterns.ts";
import { partsOf, textOf, treesIn } from "./trees.ts";

export type Banner = {
  element: HTMLElement;
  /** The button that rejects consent. */
  reject: HTMLElement | undefined;
};

/** Maximum length of a banner's text. Dialogs that list all purposes are long; longer text is a page. */
const MAX_TEXT = 8_000;

/** Maximum length of a banner that is recognized by its subject and its buttons alone. */
const MAX_SHORT_TEXT = 1_500;

/** Minimum number of letters outside a banner. With fewer letters, the banner is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** Words that a banner must contain, unless its text is about the processing of personal data. */
const COOKIES =
  /cookie|kakor|ciasteczk|informasjonskapsl|evästei|sütik|çerez|куки|galetes|クッキー|쿠키|information\s+on\s+a\s+device/i;

/** Elements that a banner does not contain: page content and text fields. */
const PAGE_CONTENT =
  'main, article, textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * Returns the outermost element of each banner. In a frame, a banner may be the body. Reads styles and layout only in
 * trees whose text has the subject of a banner, because this is slow.
 */
export function findBanners(): Banner[] {
  addPatterns();
  const banners: Banner[] = [];
  // A script may have removed the body.
  const body = document.body as HTMLElement | null;
  if (body === null) return banners;
  for (const root of treesIn(body)) {
    const host = root instanceof ShadowRoot ? root.host : undefined;
    // The text of a shadow tree may be in the slots of its host.
    if (!hasSubject(`${root.textContent} ${host?.textContent}`)) continue;
    const around = host === undefined ? undefined : outermostBanner(host);
    if (around === undefined) collectBanners(root, banners);
    else if (banners.every(({ element }) => element !== around.element)) banners.push(around);
  }
  const frameBanner = top === self || banners.length > 0 ? undefined : readBanner(body);
  return frameBanner === undefined ? banners : [frameBanner];
}

/** Returns the frames with these addresses that cover the page. Their documents contain only a banner. */
export function findBannerFrames(addresses: readonly string[]): HTMLIFrameElement[] {
  return [...document.querySelectorAll("iframe")].filter((frame) => {
    const hasAddress = addresses.includes(frame.src);
    if (!hasAddress && !(frame.srcdoc !== "" && hasSubject(frame.srcdoc))) return false;
    for (let element: HTMLElement | null = frame; element !== null; element = element.parentElement)
      if (element !== document.body && isOverlayOrStrip(element)) return true;
    return false;
  });
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
  if (banner === undefined || banner.reject !== undefined) return banner;
  return isWholePage(element) ? undefined : banner;
}

/** Returns the element as a banner if its text and buttons match the patterns. */
function readBanner(element: HTMLElement): Banner | undefined {
  const text = textOf(element);
  if (text.length > MAX_TEXT || !hasSubject(text) || isExcludedPopup(text)) return undefined;
  const parts = partsOf(element);
  if (parts.some((part) => part.querySelector(PAGE_CONTENT) !== null)) return undefined;

  const buttons = parts
    .flatMap(getButtonData)
    .map((button) => ({ ...button, kind: kindOf(button) }));
  const kinds = new Set(buttons.map(({ kind }) => kind));
  const isChoice = (kinds.has("accept") || kinds.has("acknowledge")) && kinds.has("reject");
  const isDescribed = checkHeuristicPatterns(text).patterns.length > 0;
  const hasAnswer =
    isChoice || kinds.has("reject") || kinds.has("accept") || kinds.has("acknowledge");
  const isShort = text.length <= MAX_SHORT_TEXT;
  const isBanner = COOKIES.test(text)
    ? hasAnswer && (isDescribed || (isShort && (isChoice || hasConsentName(element))))
    : // Other dialogs often contain the subject, too.
      isShort && hasAnswer && (isChoice || hasConsentName(element));
  if (!isBanner) return undefined;
  // A "No" button without a "Yes" button may answer another question.
  const reject = buttons.find(
    ({ kind, element: button }) => kind === "reject" && isHarmless(button),
  );
  const mayPress = isDescribed || isChoice;
  return { element, reject: mayPress ? reject?.element : undefined };
}

/** Returns whether the text has a word of banners. */
export function hasSubject(text: string): boolean {
  return COOKIES.test(text) || DATA_PROCESSING.test(text);
}

/** Classifies a button by its text, or by its class and id if no pattern matches the text. */
function kindOf({ text, element }: { text: string; element: HTMLElement }) {
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
  if (element.parentElement !== null) named.push(element.parentElement);
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
  const { width, height } = element.getBoundingClientRect();
  const isStrip = width >= innerWidth * 0.9 && height < innerHeight / 2;
  return isStrip || position === "absolute";
}

/** Returns whether pressing the button neither follows a link nor submits a form. */
function isHarmless(button: HTMLElement): boolean {
  const link = button.closest("a")?.getAttribute("href") ?? "#";
  if (!/^(?:#|javascript:|$)/i.test(link)) return false;
  const submits =
    (button as HTMLButtonElement).type === "submit" && button.closest("form") !== null;
  return !submits;
}
