// Finds consent banners that no list contains, by their text and position.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { isVisible } from "./hidden-elements.ts";
import { addPatterns } from "./banner-patterns.ts";

export type Banner = {
  element: HTMLElement;
  /** The button that rejects consent. */
  reject: HTMLElement | undefined;
};

/** Maximum length of a banner's text. Dialogs that list all purposes are long; longer text is a page. */
const MAX_TEXT = 8_000;

/** Minimum number of letters outside a banner. With fewer letters, the banner is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** Words that a banner must contain. Dialogs that only mention a privacy policy have other purposes. */
const SUBJECT =
  /cookie|kakor|ciasteczk|informasjonskapsl|evästei|sütik|çerez|куки|galetes|クッキー|쿠키|information\s+on\s+a\s+device/i;

/** Elements that a banner does not contain: page content and text fields. */
const PAGE_CONTENT =
  'main, article, textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * Returns the outermost element of each banner. In a frame, a banner may be the body. Reads styles and layout only in
 * trees whose text contains a word of SUBJECT, because this is slow.
 */
export function findBanners(): Banner[] {
  addPatterns();
  const banners: Banner[] = [];
  // A script may have removed the body.
  const body = document.body as HTMLElement | null;
  if (body === null) return banners;
  for (const root of treesIn(body))
    if (SUBJECT.test(root.textContent ?? "")) collectBanners(root, banners);
  const frameBanner = top === self || banners.length > 0 ? undefined : readBanner(body);
  return frameBanner === undefined ? banners : [frameBanner];
}

/** Returns the frames with these addresses that cover the page. Their documents contain only a banner. */
export function findBannerFrames(addresses: readonly string[]): HTMLIFrameElement[] {
  return [...document.querySelectorAll("iframe")].filter((frame) => {
    if (!addresses.includes(frame.src)) return false;
    for (let element: HTMLElement | null = frame; element !== null; element = element.parentElement)
      if (element !== document.body && isOverlayOrStrip(element)) return true;
    return false;
  });
}

/** Yields the given tree and all open shadow trees inside it. */
function* treesIn(root: Element | ShadowRoot): Generator<Element | ShadowRoot> {
  yield root;
  for (const { shadowRoot } of root.querySelectorAll("*"))
    if (shadowRoot !== null) yield* treesIn(shadowRoot);
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
  const text = element.innerText;
  if (text.length > MAX_TEXT || !SUBJECT.test(text) || isExcludedPopup(text)) return undefined;
  if (element.querySelector(PAGE_CONTENT) !== null) return undefined;
  if (checkHeuristicPatterns(text).patterns.length === 0) return undefined;

  const buttons = getButtonData(element).map((button) => ({
    ...button,
    kind: classifyButtonTextRegex(button.text),
  }));
  if (!buttons.some(({ kind }) => kind !== "other" && kind !== "settings")) return undefined;
  const reject = buttons.find(
    ({ kind, element: button }) => kind === "reject" && isHarmless(button),
  );
  return { element, reject: reject?.element };
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
