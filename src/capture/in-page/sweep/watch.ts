// Finds banners that a page inserts or shows between the sweep and the screenshot.
import { isClosedBanner } from "./closed-banners.ts";
import { hasSubject } from "./consent-texts.ts";
import { hasHidden } from "./hidden-elements.ts";
import { isRevokeLabel } from "./revoke-tabs.ts";
import { treesIn } from "./trees.ts";
import { hideBackdrops } from "./unlock.ts";

/** Maximum number of searches. A page that changes its texts all the time must not be slowed down. */
const MAX_SEARCHES = 30;

/** Maximum length of a banner's text, and of a text with a banner that is inserted or hidden. */
const MAX_TEXT = 8_000;
const MAX_PAGE_TEXT = 300_000;

/** Maximum number of ancestors that may be a banner when a part of it changes. */
const MAX_ANCESTORS = 5;

/** Maximum number of empty elements that are checked before each paint, and of these checks. */
const MAX_EMPTY = 200;
const MAX_CHECKS = 600;

/** Maximum number of changed elements that are checked for a backdrop. */
const MAX_BACKDROP_CHECKS = 300;

/** Elements whose text is never shown. */
const WITHOUT_TEXT = "script, style, noscript, template";

/** Elements that scripts fill without a change that observers see: a new shadow root, or a new document. */
const FILLED_INSIDE = "iframe, :not(:defined), body > :empty";
const FILLED_IN_SHADOW = "iframe, :not(:defined), div:empty, section:empty, aside:empty";

let watcher: Watcher | undefined;

/**
 * Calls `search` when an element with a banner's subject appears. The browser calls observers before it paints. Has no
 * effect when the document is already watched.
 */
export function watchForBanners(search: () => void): void {
  watcher ??= new Watcher(search);
}

class Watcher {
  readonly #search: () => void;
  #searches = 0;
  #checks = 0;
  #backdropChecks = 0;
  readonly #empty = new Set<Element>();
  readonly #changes = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) this.#watchInside(node);
    if (hasHidden("cookie_banners")) this.#hideBackdrops(records);
    // Check all records, because the check also observes hidden elements.
    const found = records.filter((record) => this.#isAboutBanner(record));
    if (found.length > 0) this.#found();
  });
  /** Observes hidden elements. A class of the page, a popover or a condition of the style sheet may show them. */
  readonly #shown = new ResizeObserver((entries) => {
    if (entries.some((entry) => isRendered(entry.target))) this.#found();
  });

  constructor(search: () => void) {
    this.#search = search;
    this.#observe(document);
    // A script may have removed the body.
    const body = dom.get(document, "body") as HTMLElement | null;
    if (body === null) return;
    this.#watchInside(body);
    this.#watchHidden(body, { left: MAX_PAGE_TEXT });
  }

  #found(): void {
    this.#searches += 1;
    if (this.#searches <= MAX_SEARCHES) this.#search();
    else this.#stop();
  }

  /** Hides backdrops that the page inserts or shows after their banner. */
  #hideBackdrops(records: MutationRecord[]): void {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "attributes" ? [target] : addedNodes) {
        if (this.#backdropChecks >= MAX_BACKDROP_CHECKS) return;
        if (!(node instanceof Element) || isPage(node) || rawText(node).trim() !== "") continue;
        this.#backdropChecks += 1;
        hideBackdrops(node, "cookie_banners");
      }
  }

  #stop(): void {
    this.#changes.disconnect();
    this.#shown.disconnect();
    this.#empty.clear();
  }

  #observe(tree: Node): void {
    this.#changes.observe(tree, {
      attributeFilter: ["class", "hidden", "open", "style"],
      characterData: true,
      childList: true,
      subtree: true,
    });
  }

  /** Observes the open shadow trees inside an element, and the elements that a script may fill later. */
  #watchInside(element: Element): void {
    const wasIdle = this.#empty.size === 0;
    if (dom.get(element, "firstChild") === null) this.#add(element);
    for (const tree of treesIn(element)) {
      if (tree instanceof ShadowRoot) this.#observe(tree);
      const selector = tree instanceof ShadowRoot ? FILLED_IN_SHADOW : FILLED_INSIDE;
      for (const empty of dom.all(selector, tree)) this.#add(empty);
    }
    if (wasIdle && this.#empty.size > 0) requestAnimationFrame(() => this.#checkEmpty());
  }

  #add(element: Element): void {
    const canBeFilled = dom.shadowRootOf(element) === null && !hasNoText(element);
    if (canBeFilled && this.#empty.size < MAX_EMPTY) this.#empty.add(element);
  }

  /** Runs before each paint while elements are empty. */
  #checkEmpty(): void {
    for (const element of this.#empty) {
      const text = textInside(element);
      if (text === undefined) continue;
      this.#empty.delete(element);
      if (dom.shadowRootOf(element) !== null) this.#watchInside(element);
      if (hasSubject(text)) this.#found();
    }
    this.#checks += 1;
    if (this.#empty.size > 0 && this.#checks < MAX_CHECKS)
      requestAnimationFrame(() => this.#checkEmpty());
  }

  /** Observes the hidden elements that contain the subject of a banner. */
  #watchHidden(element: Element, budget: { left: number }): void {
    const text = rawText(element);
    budget.left -= text.length;
    if (budget.left < 0 || hasNoText(element)) return;
    const shadowRoot = dom.shadowRootOf(element);
    const isAbout = hasSubject(text) || (shadowRoot !== null && hasSubject(rawText(shadowRoot)));
    if (!isAbout) return;
    if (!isRendered(element)) return this.#shown.observe(element);
    const inside = shadowRoot === null ? [] : dom.childrenOf(shadowRoot);
    for (const child of [...dom.childrenOf(element), ...inside]) this.#watchHidden(child, budget);
  }

  #isAboutBanner({ type, target, addedNodes }: MutationRecord): boolean {
    if (isPage(target)) {
      // Their hidden elements are observed.
      if (type !== "childList") return false;
    } else if (target instanceof Element && !isRendered(target)) {
      // Hiding a banner also changes its style.
      if (isBannerText(target, MAX_TEXT)) this.#shown.observe(target);
      return false;
    }
    if (type === "attributes") return isBannerText(target, MAX_TEXT);
    for (const node of addedNodes)
      if (node instanceof Element) this.#watchHidden(node, { left: MAX_PAGE_TEXT });
    if ([...addedNodes].some((node) => isBannerText(node, MAX_PAGE_TEXT))) return true;
    // A banner may receive its text and its buttons one after another.
    return addedNodes.length + Number(type === "characterData") > 0 && isInBanner(target);
  }
}

/** Returns the text of an element's shadow root or document; undefined when it has none. */
function textInside(element: Element): string | undefined {
  const shadowRoot = dom.shadowRootOf(element);
  if (shadowRoot !== null) return [...treesIn(shadowRoot)].map(rawText).join(" ");
  if (!(element instanceof HTMLIFrameElement) || element.contentDocument === null) return undefined;
  const body = dom.get(element.contentDocument, "body") as HTMLElement | null;
  const text = body === null ? "" : rawText(body);
  return text.trim() === "" ? undefined : text;
}

function rawText(node: Node): string {
  return dom.get(node, "textContent") ?? "";
}

function isRendered(element: Element): boolean {
  return dom.get(element, "checkVisibility")();
}

function hasNoText(element: Element): boolean {
  return dom.get(element, "matches")(WITHOUT_TEXT);
}

/** Returns whether the node is the root element or the body. */
function isPage(node: Node): boolean {
  return node instanceof Element && dom.get(node, "matches")(":root, :root > body");
}

function isInBanner(node: Node): boolean {
  let current: Node | null = node;
  for (let count = 0; current !== null && count < MAX_ANCESTORS; count += 1) {
    if (isPage(current)) return false;
    const text = rawText(current);
    if (text.length > MAX_TEXT) return false;
    if (hasSubject(text)) return true;
    current = current instanceof ShadowRoot ? current.host : dom.get(current, "parentNode");
  }
  return false;
}

function isBannerText(node: Node, maxLength: number): boolean {
  if (isPage(node)) return false;
  const text = rawText(node);
  if (text.length > maxLength) return false;
  if (hasSubject(text) || isRevokeLabel(text.trim())) return true;
  if (!(node instanceof Element)) return false;
  if (isClosedBanner(node)) return true;
  return [...treesIn(node)].some((tree) => tree instanceof ShadowRoot && hasSubject(rawText(tree)));
}
