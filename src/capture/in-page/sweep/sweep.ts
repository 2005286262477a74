// One sweep through a document: what the lists, the addresses that were blocked, and the text of banners point at.
import { findAll, findByRules } from "./find-by-rules.ts";
import { findBannerFrames, findBanners } from "./banners.ts";
import {
  addRule,
  countRemoved,
  hide,
  hideLater,
  isSeen,
  rememberBanner,
} from "./hidden-elements.ts";
import type { Category, ElementRules, Removed, SweepPlan, SweepResult } from "./plan.ts";
import { collapseAround } from "./collapse.ts";
import { collectTokens } from "./tokens.ts";
import { unlock } from "./unlock.ts";

export { tellTokens } from "./tokens.ts";

/** A selector that costs next to nothing on every change of the page. */
const SIMPLE = /^[.#][\w-]+$/;

/** Elements that show something of another address. */
const SOURCES = "img, iframe, embed, object, video, amp-img";

export function sweep(plan: SweepPlan): SweepResult {
  const result: SweepResult = {
    held: false,
    heldInFrame: false,
    rejected: false,
    changed: plan.unlock,
    isBanner: false,
    tokens: collectTokens(),
  };
  const locks = new Set<Category>(plan.unlock ? ["cookie_banners"] : []);
  const take = (element: Element, category: Category) => {
    const locked = category === "cookie_banners" || coversWindow(element);
    const wasSeen = hide(element, category);
    result.changed ||= wasSeen;
    if (wasSeen && locked) locks.add(category);
    if (category !== "chats") collapseAround(element, category);
  };

  for (const rules of plan.rules) {
    const found = findByRules(rules);
    if (plan.holdBanner && rules.category === "cookie_banners") hold(found.filter(isSeen), result);
    else result.changed = applyRules(rules, found, take) || result.changed;
  }
  for (const [element, category] of findUnloaded(plan.blocked)) take(element, category);
  if (plan.wanted.includes("cookie_banners")) {
    for (const { element, reject } of findBanners()) {
      if (plan.holdBanner) {
        hold([element], result);
        continue;
      }
      result.isBanner = element === document.body;
      const names = nameOf(element);
      rememberBanner(element);
      take(element, "cookie_banners");
      hideLater(names);
      locks.add("cookie_banners");
      if (plan.pressReject && reject !== undefined && !result.rejected) {
        reject.click();
        result.rejected = true;
      }
    }
  }
  for (const category of locks) unlock(category);
  return result;
}

/** Hides frames that show a banner and nothing else. */
export function hideFrames(addresses: string[]): void {
  for (const frame of findBannerFrames(addresses)) {
    hide(frame, "cookie_banners");
    collapseAround(frame, "cookie_banners");
    unlock("cookie_banners");
  }
}

/** Elements that are hidden at this moment, by what hid them. */
export function removed(): Removed {
  return countRemoved();
}

function hold(banners: Element[], result: SweepResult): void {
  if (banners.length === 0) return;
  result.held = true;
  result.heldInFrame ||= banners.some(
    (banner) => banner.localName === "iframe" || banner.querySelector("iframe") !== null,
  );
}

/** Returns whether an element got another style. */
function applyRules(
  { category, hide, restyle }: ElementRules,
  found: Element[],
  take: (element: Element, category: Category) => void,
): boolean {
  for (const element of found) take(element, category);
  // Thousands of rules for advertisements, each asked at every change, would slow the page down.
  hideLater(category === "ads" ? hide.filter((selector) => SIMPLE.test(selector)) : hide);
  for (const [selector, declarations] of restyle) addRule(selector, declarations);
  return restyle.some(([selector]) => findAll(selector).length > 0);
}

function* findUnloaded(blocked: SweepPlan["blocked"]): Generator<[Element, Category]> {
  if (blocked.length === 0) return;
  const categories = new Map(blocked);
  for (const element of document.querySelectorAll<HTMLImageElement>(SOURCES)) {
    const address =
      element.currentSrc || element.src || (element as unknown as HTMLObjectElement).data;
    const category = categories.get(address);
    if (category !== undefined) yield [element, category];
  }
}

/** A selector for this element alone: a page may put its banner back. None where it shares its names with others. */
function nameOf(element: Element): string[] {
  const id = element.id === "" ? "" : `#${CSS.escape(element.id)}`;
  const selector = id + [...element.classList].map((name) => `.${CSS.escape(name)}`).join("");
  return selector !== "" && document.querySelectorAll(selector).length === 1 ? [selector] : [];
}

function coversWindow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width * height >= innerWidth * innerHeight * 0.8;
}
