// Sweeps one document: hides the elements that filter lists or blocked requests select, and unlisted banners and chats.
import { type Banner, findBannerFrames, findBanners } from "./banners.ts";
import { findClosedBanners, showsClosedTree } from "./closed-banners.ts";
import { hasSubject } from "./consent-texts.ts";
import { findChats } from "./chats.ts";
import { collapseWrappers } from "./collapse.ts";
import { findAll, findByRules } from "./find-by-rules.ts";
import { addRule, hide, hideBySelectors, isVisible, rememberBanner } from "./hidden-elements.ts";
import { findNamedDialogs } from "./named-dialogs.ts";
import { findRevokeTabs } from "./revoke-tabs.ts";
import { report } from "./report.ts";
import type { Category, ElementRules, SweepPlan, SweepResult } from "./plan.ts";
import { collectTokens } from "./tokens.ts";
import { unlock } from "./unlock.ts";
import { watchForBanners } from "./watch.ts";

export { countRemoved } from "./hidden-elements.ts";
export { connect } from "./report.ts";

/** A selector that is cheap to match on every change of the page: one class or one id. */
const SIMPLE = /^[.#][\w-]+$/;

/** Maximum number of searches for chats: for a widget, for a second widget below the first, and for a last check. */
const MAX_CHAT_ROUNDS = 3;

/** The addresses of documents that a page writes into its frames. */
const INLINE_FRAMES = ["about:blank", "about:srcdoc"];

/** Elements that load their content from an address. */
const LOADING_ELEMENTS = "img, iframe, embed, object, video, amp-img";

export function sweep(plan: SweepPlan): SweepResult {
  const tokens = collectTokens();
  const listed = plan.rules.map((rules) => ({ rules, elements: findByRules(rules) }));
  const blocked = findBlocked(plan.blocked);

  const changes = new Changes(plan.unlock);
  const openBanners: Element[] = [];
  for (const { rules, elements } of listed) {
    if (plan.leaveBanners && rules.category === "cookie_banners")
      openBanners.push(...elements.filter(isVisible));
    else applyRules(rules, elements, changes);
  }
  for (const { element, category } of blocked) changes.hide(element, category);

  // The search by text runs after listed banners are hidden, so that it finds only unlisted ones.
  const banners = plan.categories.includes("cookie_banners") ? findBanners() : [];
  if (plan.leaveBanners)
    openBanners.push(...banners.map(({ element }) => element), ...findNamedDialogs());
  else for (const banner of banners) hideBanner(banner, plan.pressReject, changes);
  // An open banner stays until its platform has finished.
  const isSettled = !plan.leaveBanners || openBanners.length === 0;
  if (isSettled && plan.categories.includes("cookie_banners")) hideRemains(changes);

  if (plan.categories.includes("chats")) hideChats(changes);

  for (const category of changes.locked) unlock(category);
  if (plan.watch && isSettled && plan.categories.includes("cookie_banners"))
    watchForBanners(hideLateBanners);
  return {
    hasOpenBanner: openBanners.length > 0,
    openBannerHasFrame: openBanners.some(hasFrame),
    hasPressedReject: changes.hasPressedReject,
    hasChanged: changes.hasChanged,
    isBanner:
      banners.some(({ element }) => !plan.leaveBanners && element === dom.get(document, "body")) ||
      (changes.hasHiddenBanner && isEmptyFrame()),
    tokens,
  };
}

/** Hides the frames with these addresses that cover the page. Returns whether there are any. */
export function hideBannerFrames(addresses: string[]): boolean {
  const frames = findBannerFrames(addresses);
  for (const frame of frames) {
    hide(frame, "cookie_banners");
    collapseWrappers(frame, "cookie_banners");
    unlock("cookie_banners");
  }
  return frames.length > 0;
}

/** Reports what the document contains when it is parsed and when it has loaded. */
export function reportDocument(): void {
  const tokens = collectTokens();
  if (tokens.classes.length + tokens.ids.length + tokens.hrefs.length > 0) report({ tokens });
  // A frame may load after the last sweep. The page itself is observed.
  if (top === self) return;
  const body = dom.get(document, "body") as HTMLElement | null;
  if (body !== null && hasSubject(dom.get(body, "textContent"))) report({ hasBanner: true });
}

/** Hides elements and records what the sweep has changed. */
class Changes {
  hasChanged: boolean;
  hasPressedReject = false;
  hasHiddenBanner = false;
  /** Categories of hidden elements that may have locked the page. */
  readonly locked = new Set<Category>();

  constructor(unlockBanners: boolean) {
    this.hasChanged = unlockBanners;
    if (unlockBanners) this.locked.add("cookie_banners");
  }

  hide(element: Element, category: Category, isShown = isVisible(element)): void {
    const mayLock = category === "cookie_banners" || coversWindow(element);
    const wasVisible = hide(element, category, isShown);
    this.hasChanged ||= wasVisible;
    this.hasHiddenBanner ||= wasVisible && category === "cookie_banners";
    if (wasVisible && mayLock) this.locked.add(category);
    if (category !== "chats") collapseWrappers(element, category);
  }
}

function applyRules(
  { category, hide: selectors, restyle }: ElementRules,
  elements: Element[],
  changes: Changes,
): void {
  for (const element of elements) changes.hide(element, category);
  // Matching thousands of complex selectors for advertisements on every change would slow the page down.
  hideBySelectors(
    category === "ads" ? selectors.filter((selector) => SIMPLE.test(selector)) : selectors,
  );
  for (const [selector, declarations] of restyle) addRule(selector, declarations);
  changes.hasChanged ||= restyle.some(([selector]) => findAll(selector).length > 0);
}

/**
 * Hides banners before the browser paints them, and reports them: the frame of a banner is hidden by another sweep. Presses
 * no button, because the capture no longer waits for a platform's response.
 */
function hideLateBanners(): void {
  const changes = new Changes(false);
  const banners = findBanners();
  for (const banner of banners) hideBanner(banner, false, changes);
  hideRemains(changes);
  for (const category of changes.locked) unlock(category);
  const hasFrames = hideBannerFrames(INLINE_FRAMES);
  if (banners.length > 0 || hasFrames) report({ hasBanner: true });
}

function hideBanner({ element, reject }: Banner, pressReject: boolean, changes: Changes): void {
  const selectors = uniqueSelectors(element);
  rememberBanner(element);
  changes.hide(element, "cookie_banners");
  hideBySelectors(selectors);
  changes.locked.add("cookie_banners");
  if (pressReject && reject !== undefined && !changes.hasPressedReject) {
    dom.get(reject, "click")();
    changes.hasPressedReject = true;
  }
}

/**
 * Hides tabs for the settings, and banners in closed shadow trees. Does not unlock scrolling: a page with a tab may be locked
 * for another reason.
 */
function hideRemains(changes: Changes): void {
  const closed = findClosedBanners();
  for (const element of [...findRevokeTabs(), ...closed]) {
    const isShown = isVisible(element) || (closed.includes(element) && showsClosedTree(element));
    const wasVisible = hide(element, "cookie_banners", isShown);
    changes.hasChanged ||= wasVisible;
  }
}

/** Returns whether the document is a frame that shows nothing. */
function isEmptyFrame(): boolean {
  const body = dom.get(document, "body");
  if (top === self || dom.get(body, "innerText").trim() !== "") return false;
  return !dom.all("img, svg, video, canvas, iframe, input", body).some(isVisible);
}

/** Searches again after each removal, because widgets may cover each other. */
function hideChats(changes: Changes): void {
  for (let round = 0; round < MAX_CHAT_ROUNDS; round += 1) {
    const chats = findChats();
    if (chats.length === 0) return;
    for (const chat of chats) {
      const selectors = uniqueSelectors(chat);
      // Count the element first: a hidden element does not count.
      changes.hide(chat, "chats", true);
      hideBySelectors(selectors);
    }
  }
}

function findBlocked(blocked: SweepPlan["blocked"]): { element: Element; category: Category }[] {
  if (blocked.length === 0) return [];
  const categories = new Map(blocked);
  return dom.all<HTMLImageElement>(LOADING_ELEMENTS).flatMap((element) => {
    const address =
      element.currentSrc || element.src || (element as unknown as HTMLObjectElement).data;
    const category = categories.get(address);
    return category === undefined ? [] : [{ element, category }];
  });
}

/**
 * Returns a selector that matches only this element, to hide a banner that the page inserts again. Returns an empty array
 * if no such selector exists.
 */
function uniqueSelectors(element: Element): string[] {
  const id = dom.attribute(element, "id") ?? "";
  const names = [...dom.get(element, "classList")].map((name) => `.${CSS.escape(name)}`);
  const selector = (id === "" ? "" : `#${CSS.escape(id)}`) + names.join("");
  return selector !== "" && dom.all(selector).length === 1 ? [selector] : [];
}

function hasFrame(banner: Element): boolean {
  return dom.get(banner, "localName") === "iframe" || dom.all("iframe", banner).length > 0;
}

function coversWindow(element: Element): boolean {
  const { width, height } = dom.rect(element);
  return width * height >= innerWidth * innerHeight * 0.8;
}
