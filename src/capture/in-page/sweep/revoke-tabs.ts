// Finds the small tabs and icons that open the consent settings again, which remain when a banner is closed.
import { isVisible } from "./hidden-elements.ts";
import { treesIn } from "./trees.ts";

/**
 * Elements that may be a tab. Most libraries give the tab a class or an id with one of these words, the others use a button
 * or a link.
 */
const CANDIDATES = ["cookie", "consent", "gdpr", "privacy", "revoke"]
  .flatMap((name) => [`[class*="${name}" i]`, `[id*="${name}" i]`])
  .concat("button", "a", '[role="button"]')
  .join(", ");

/** Texts and accessible names of tabs. A longer text is content. */
const LABEL =
  /🍪|cookie|kakor|ciasteczk|evästei|sütik|çerez|куки|クッキー|쿠키|\bconsent|privacy[ -](?:settings|preferences|choices|options|cent(?:er|re)|manager)|datenschutz-?(?:einstellungen|optionen)|confidentialité|privacidad|privacidade/iu;
const MAX_LABEL = 40;

/** Labels of buttons that sell or count cookies. */
const FOOD_LABEL =
  /\b(?:order|buy|bake|shop|add|eat|send|free|recipes?|cart|basket)\b|kaufen|bestell|rezept|acheter|command|recette|comprar|pedir|receta|acquista|ordina|ricett|kopen|zamów|купить|заказ|\d/iu;

const HAS_LETTER = /\p{L}/u;

/** Names of icons without a text. */
const ICON_NAME =
  /(?:cookie|consent|gdpr|privacy).*(?:revoke|settings?|preferences?|icon|toggle|manage|trigger|float|tab|badge|button|btn)|revoke.*(?:cookie|consent)/i;

/** Limits of a tab in CSS pixels: its longer side, its shorter side, and its distance from an edge of the viewport. */
const MAX_LONG_SIDE = 280;
const MAX_SHORT_SIDE = 90;
const MAX_GAP = 60;

export function findRevokeTabs(): HTMLElement[] {
  const body = dom.get(document, "body") as HTMLElement | null;
  if (body === null || top !== self) return [];
  const tabs = new Set<HTMLElement>();
  for (const tree of treesIn(body)) {
    for (const element of dom.all(CANDIDATES, tree)) {
      if (!isRevokeLabel(labelOf(element)) && !isIcon(element)) continue;
      const tab = fixedPartOf(element);
      if (tab !== undefined && isTabSized(tab) && isVisible(tab)) tabs.add(tab);
    }
  }
  return [...tabs];
}

/** Returns whether a text is the label of a tab. */
export function isRevokeLabel(text: string): boolean {
  return text.length <= MAX_LABEL && LABEL.test(text) && !FOOD_LABEL.test(text);
}

function labelOf(element: Element): string {
  const text = dom.get(element, "textContent")?.trim() ?? "";
  if (HAS_LETTER.test(text)) return text;
  const image = dom.all("[aria-label], [title], [alt]", element).slice(0, 1);
  const names = [element, ...image].flatMap((part) =>
    ["aria-label", "title", "alt"].map((name) => dom.attribute(part, name) ?? ""),
  );
  return names.find((name) => name !== "") ?? text;
}

function isIcon(element: Element): boolean {
  if (HAS_LETTER.test(dom.get(element, "textContent") ?? "")) return false;
  const [id, names] = ["id", "class"].map((name) => dom.attribute(element, name) ?? "");
  return ICON_NAME.test(`${id} ${names}`);
}

/** Returns the fixed element that contains only this element. */
function fixedPartOf(element: HTMLElement): HTMLElement | undefined {
  const textOf = (part: Element) => dom.get(part, "textContent")?.trim();
  const text = textOf(element);
  let current: HTMLElement | null = element;
  while (current !== null && textOf(current) === text) {
    if (getComputedStyle(current).position === "fixed") return current;
    const parent: ParentNode | null = dom.get(current, "parentNode");
    const around: unknown = parent instanceof ShadowRoot ? parent.host : parent;
    current = around instanceof HTMLElement ? around : null;
  }
  return undefined;
}

function isTabSized(element: Element): boolean {
  const { left, right, bottom, width, height } = dom.rect(element);
  const isSmall =
    Math.max(width, height) <= MAX_LONG_SIDE && Math.min(width, height) <= MAX_SHORT_SIDE;
  return isSmall && Math.min(left, innerWidth - right, innerHeight - bottom) <= MAX_GAP;
}
