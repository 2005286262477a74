// Consent banners that no list knows, told by what they say and where they stand.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { isSeen } from "./hidden.ts";
import { addPatterns } from "./patterns.ts";

export type Banner = { element: HTMLElement; reject: HTMLElement | undefined };

/** A consent dialog with all its purposes is long; a whole page is longer. */
const MAX_TEXT = 8_000;

/** What must be named: dialogs that only mention a privacy policy are about something else. */
const SUBJECT =
  /cookie|kakor|ciasteczk|informasjonskapsl|evästei|sütik|çerez|куки|galetes|クッキー|쿠키|information\s+on\s+a\s+device/i;

/** What a banner does not hold: the page's own content, and fields to write in. */
const CONTENT =
  'main, article, textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"])';

/** Outermost first. Only where the subject is named at all the elements are looked at, which takes time. */
export function findBanners(): Banner[] {
  addPatterns();
  const banners: Banner[] = [];
  // A script may have removed it.
  const body = document.body as HTMLElement | null;
  if (body === null) return banners;
  for (const root of rootsIn(body)) if (SUBJECT.test(root.textContent ?? "")) visit(root, banners);
  return banners;
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
