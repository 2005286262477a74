// Finds banners that a page inserts or shows between the sweep and the screenshot.
import { hasSubject } from "./consent-texts.ts";
import { isRevokeLabel } from "./revoke-tabs.ts";
import { treesIn } from "./trees.ts";

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

/** Elements whose text is never shown. */
const WITHOUT_TEXT = "script, style, noscript, template";

/** Elements that scripts fill without a change that observers see: a new shadow root, or a new document. */
const FILLED_INSIDE = "iframe, :not(:defined), body > :empty";

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
  readonly #empty = new Set<Element>();
  readonly #changes = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) this.#watchInside(node);
    // Check all records, because the check also observes hidden elements.
    const found = records.filter((record) => this.#isAboutBanner(record));
    if (found.length > 0) this.#found();
  });
  /** Observes hidden elements. A class of the page, a popover or a condition of the style sheet may show them. */
  readonly #shown = new ResizeObserver((entries) => {
    if (entries.some(({ target }) => target.checkVisibility())) this.#found();
  });

  constructor(search: () => void) {
    this.#search = search;
    this.#observe(document);
    // A script may have removed the body.
    const body = document.body as HTMLElement | null;
    if (body === null) return;
    this.#watchInside(body);
    this.#watchHidden(body, { left: MAX_PAGE_TEXT });
  }

  #found(): void {
    this.#searches += 1;
    if (this.#searches <= MAX_SEARCHES) this.#search();
    else this.#stop();
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
    if (element.childNodes.length === 0) this.#add(element);
    for (const tree of treesIn(element)) {
      if (tree instanceof ShadowRoot) this.#observe(tree);
      for (const empty of tree.querySelectorAll(FILLED_INSIDE)) this.#add(empty);
    }
    if (wasIdle && this.#empty.size > 0) requestAnimationFrame(() => this.#checkEmpty());
  }

  #add(element: Element): void {
    const canBeFilled = element.shadowRoot === null && !element.matches(WITHOUT_TEXT);
    if (canBeFilled && this.#empty.size < MAX_EMPTY) this.#empty.add(element);
  }

  /** Runs before each paint while elements are empty. */
  #checkEmpty(): void {
    for (const element of this.#empty) {
      const text = textInside(element);
      if (text === undefined) continue;
      this.#empty.delete(element);
      if (element.shadowRoot !== null) this.#watchInside(element);
      if (hasSubject(text)) this.#found();
    }
    this.#checks += 1;
    if (this.#empty.size > 0 && this.#checks < MAX_CHECKS)
      requestAnimationFrame(() => this.#checkEmpty());
  }

  /** Observes the hidden elements that contain the subject of a banner. */
  #watchHidden(element: Element, budget: { left: number }): void {
    const text = element.textContent ?? "";
    budget.left -= text.length;
    if (budget.left < 0 || element.matches(WITHOUT_TEXT)) return;
    const { shadowRoot } = element;
    if (!hasSubject(text) && !hasSubject(shadowRoot?.textContent ?? "")) return;
    if (!element.checkVisibility()) return this.#shown.observe(element);
    for (const child of [...element.children, ...(shadowRoot?.children ?? [])])
      this.#watchHidden(child, budget);
  }

  #isAboutBanner({ type, target, addedNodes }: MutationRecord): boolean {
    if (target === document.body || target === document.documentElement) {
      // Their hidden elements are observed.
      if (type !== "childList") return false;
    } else if (target instanceof Element && !target.checkVisibility()) {
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
  if (element.shadowRoot !== null) return element.shadowRoot.textContent ?? "";
  if (!(element instanceof HTMLIFrameElement)) return undefined;
  const text = (element.contentDocument?.body as HTMLElement | null | undefined)?.textContent ?? "";
  return text.trim() === "" ? undefined : text;
}

function isInBanner(node: Node): boolean {
  let current: Node | null = node;
  for (let count = 0; current !== null && count < MAX_ANCESTORS; count += 1) {
    if (current === document.body) return false;
    const text = current.textContent ?? "";
    if (text.length > MAX_TEXT) return false;
    if (hasSubject(text)) return true;
    current = current instanceof ShadowRoot ? current.host : current.parentNode;
  }
  return false;
}

function isBannerText(node: Node, maxLength: number): boolean {
  if (node === document.body || node === document.documentElement) return false;
  const text = node.textContent ?? "";
  if (text.length > maxLength) return false;
  if (hasSubject(text) || isRevokeLabel(text.trim())) return true;
  if (!(node instanceof Element)) return false;
  return [...treesIn(node)].some(
    (tree) => tree instanceof ShadowRoot && hasSubject(tree.textContent ?? ""),
  );
}
