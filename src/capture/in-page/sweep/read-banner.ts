// Reads an element as a consent banner, by its text, its buttons and its names.
import {
  checkHeuristicPatterns,
  classifyButtonTextRegex,
  getButtonData,
  isExcludedPopup,
} from "autoconsent-heuristics";
import { addPatterns, isCloseLabel, isConsentName, kindOfButtonName } from "./banner-patterns.ts";
import { type Answer, assess } from "./consent-evidence.ts";
import { COOKIES, hasSubject } from "./consent-texts.ts";
import { isBar, isBody, isPageSized } from "./placement.ts";
import { partsOf, textOf } from "./trees.ts";

type Button = { text: string; element: HTMLElement };

export type Banner = {
  element: HTMLElement;
  /** The button that rejects consent. */
  reject: HTMLElement | undefined;
  /** The banner contains its buttons. A part of it may contain only its text. */
  hasButtons: boolean;
};

/** Maximum length of a banner's text. Dialogs that list all purposes are long; longer text is a page. */
const MAX_TEXT = 8_000;

/** Fields for text, which other dialogs have. Banners have fields to search for partners. */
const TEXT_FIELD =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="hidden"], [type="search"])';
const SEARCH_FIELD =
  /search|filter|such|recherch|busca|cerca|zoek|szukaj|sök|søk|поиск|検索|搜索|검색/i;

/** Returns the element as a banner if its text and buttons match the patterns. */
export function readBanner(element: HTMLElement): Banner | undefined {
  const text = textOf(element);
  if (text.length > MAX_TEXT || !hasSubject(text) || isExcludedPopup(text)) return undefined;
  addPatterns();
  const parts = partsOf(element);
  if (parts.some(hasPageContent)) return undefined;

  const buttons = parts
    .flatMap((part) => [...getButtonData(part), ...findIconButtons(part)])
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
  return { element, reject: reject?.element, hasButtons: buttons.some(isAnswer) };
}

/** Returns the buttons without a text that close a dialog. */
function findIconButtons(part: Element | ShadowRoot): Button[] {
  return dom
    .all("button, a, [role='button']", part)
    .map((element) => ({ element, text: dom.get(element, "textContent").trim() }))
    .filter(({ element, text }) => text === "" && isCloseLabel(text, labelOf(element)));
}

function labelOf(button: Element): string {
  return ["aria-label", "title", "class"]
    .map((name) => dom.attribute(button, name) ?? "")
    .join(" ");
}

/** Returns whether the part contains a text field, or the main content of a page. */
function hasPageContent(part: Element | ShadowRoot): boolean {
  if (dom.all("main, article", part).some(isPageSized)) return true;
  return dom.all(TEXT_FIELD, part).some((field) => {
    const names = ["role", "name", "placeholder", "aria-label", "id", "class"];
    return !SEARCH_FIELD.test(names.map((name) => dom.attribute(field, name) ?? "").join(" "));
  });
}

/** Classifies a button by its text, or by its label, class and id if no pattern matches the text. */
function kindOf({ text, element }: Button): Answer["kind"] {
  const kind = classifyButtonTextRegex(text);
  if (kind !== "other") return kind;
  const button = dom.get(element, "closest")("button, a, [role='button']") ?? element;
  if (isCloseLabel(text, labelOf(button))) return "acknowledge";
  return kindOfButtonName(`${dom.attribute(button, "class")} ${dom.attribute(button, "id")}`);
}

/** Returns whether the element, its host or a direct child has a name of consent dialogs. */
function hasConsentName(element: HTMLElement): boolean {
  const root = dom.get(element, "getRootNode")();
  const named: Element[] = [element, ...dom.childrenOf(element)];
  if (root instanceof ShadowRoot) named.push(root.host);
  // Libraries also mark the body of a page that has a banner.
  const parent = dom.get(element, "parentElement");
  if (parent !== null && !isBody(parent)) named.push(parent);
  return named.some((part) => isConsentName(namesOf(part)));
}

function namesOf(element: Element): string {
  const [id, names] = [dom.attribute(element, "id"), dom.attribute(element, "class")];
  return `${dom.get(element, "localName")} ${id} ${names}`;
}

function isAnswer({ kind }: Answer): boolean {
  return kind !== "other";
}

/** Returns whether pressing the button neither follows a link nor submits a form. */
function isHarmless(button: HTMLElement): boolean {
  const link = dom.get(button, "closest")("a");
  const address = (link === null ? null : dom.attribute(link, "href")) ?? "#";
  if (!/^(?:#|javascript:|$)/i.test(address)) return false;
  const submits =
    (button as HTMLButtonElement).type === "submit" && dom.get(button, "closest")("form") !== null;
  return !submits;
}
