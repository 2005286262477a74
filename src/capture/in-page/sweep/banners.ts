// Consent banners that no list knows, told by what they say and where they stand.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { isSeen } from "./hidden-elements.ts";
import { addPatterns } from "./banner-patterns.ts";

export type Banner = { element: HTMLElement; reject: HTMLElement | undefined };

/** A consent dialog with all its purposes is long; a whole page is longer. */
const MAX_TEXT = 8_000;

/** Letters beside a banner that make a page. */
const MIN_REST = 20;

/** What must be named: dialogs that only mention a privacy policy are about something else. */
const SUBJECT =
  /cookie|kakor|ciasteczk|informasjonskapsl|evästei|sütik|çerez|куки|galetes|クッキー|쿠키|information\s+on\s+a\s+device/i;

/** What a banner does not hold: the page's own content, and fields to write in. */
const CONTENT =
  'main, article, textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/**
 * Outermost first; in a frame it may be the body. Only where the subject is named at all the elements are looked at,
 * which takes time.
 */
export function findBanners(): Banner[] {
  addPatterns();
  const banners: Banner[] = [];
  // A script may have removed it.
  const body = document.body as HTMLElement | null;
  if (body === null) return banners;
  for (const root of rootsIn(body)) if (SUBJECT.test(root.textContent ?? "")) visit(root, banners);
  const whole = top === self || banners.length > 0 ? undefined : readBanner(body);
  return whole === undefined ? banners : [whole];
}

/** Frames of these addresses that stand over the page: what they show is a banner, and nothing else. */
export function findBannerFrames(addresses: readonly string[]): HTMLIFrameElement[] {
  return [...document.querySelectorAll("iframe")].filter((frame) => {
    if (!addresses.includes(frame.src)) return false;
    for (let around: HTMLElement | null = frame; around !== null; around = around.parentElement)
      if (around !== document.body && standsApart(around)) return true;
    return false;
  });
}

/** The element, and the open shadow trees in it. */
function* rootsIn(root: Element | ShadowRoot): Generator<Element | ShadowRoot> {
  yield root;
  for (const { shadowRoot } of root.querySelectorAll("*"))
    if (shadowRoot !== null) yield* rootsIn(shadowRoot);
}

function visit(parent: Element | ShadowRoot, banners: Banner[]): void {
  for (const element of parent.children) {
    const banner = element instanceof HTMLElement ? bannerOf(element) : undefined;
    if (banner === undefined) visit(element, banners);
    else banners.push(banner);
  }
}

function bannerOf(element: HTMLElement): Banner | undefined {
  if (!standsApart(element) || !isSeen(element)) return undefined;
  const banner = readBanner(element);
  if (banner === undefined || banner.reject !== undefined) return banner;
  return isWholePage(element) ? undefined : banner;
}

/** What it says is what a banner says. */
function readBanner(element: HTMLElement): Banner | undefined {
  const text = element.innerText;
  if (text.length > MAX_TEXT || !SUBJECT.test(text) || isExcludedPopup(text)) return undefined;
  if (element.querySelector(CONTENT) !== null) return undefined;
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

/** Beside it there is nothing to read: without it the picture would be empty. */
function isWholePage(element: HTMLElement): boolean {
  if (top !== self) return false;
  const rest = document.body.innerText.trim().length - element.innerText.trim().length;
  return rest < MIN_REST;
}

/** Over the page, or across its whole width directly under the body. */
function standsApart(element: HTMLElement): boolean {
  const { position } = getComputedStyle(element);
  if (position === "fixed" || position === "sticky") return true;
  if (element.matches('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]'))
    return true;
  if (element.parentElement !== document.body) return false;
  const { width, height } = element.getBoundingClientRect();
  const isStrip = width >= innerWidth * 0.9 && height < innerHeight / 2;
  return isStrip || position === "absolute";
}

/** Pressing it does not lead away from the page. */
function isHarmless(button: HTMLElement): boolean {
  const link = button.closest("a")?.getAttribute("href") ?? "#";
  if (!/^(?:#|javascript:|$)/i.test(link)) return false;
  const submits =
    (button as HTMLButtonElement).type === "submit" && button.closest("form") !== null;
  return !submits;
}
