// Finds chat widgets that no list contains: launchers and panels that are fixed in a bottom corner of the window.
import {
  hasOtherPurpose,
  isChatIcon,
  isChatLink,
  isChatName,
  isChatText,
} from "./chat-patterns.ts";

/** Distances from a bottom corner, in CSS pixels, at which elements are looked up. A launcher is at least 30 px wide. */
const OFFSETS_X = [12, 36, 60, 90, 130];
const OFFSETS_Y = [12, 36, 60, 90, 120, 160, 200];

/** Maximum distance of a widget from the corner. Launchers are often placed above other buttons. */
const MAX_GAP_X = 90;
const MAX_GAP_Y = 170;

/** Maximum sizes of launchers with a short text, and of panels. A panel may cover a window of the width of a phone. */
const LAUNCHER = { width: 360, height: 110 };
const PANEL = { width: 560, height: 860 };
const MIN_SIDE = 24;

/** The maximum number of elements that are read in one widget. Panels with a long conversation have more. */
const MAX_ELEMENTS = 300;

/** Maximum length of a text that names a chat. Longer texts are content. */
const MAX_LABEL = 200;

/** Distance within which unnamed fixed elements are parts of a widget: badges and proactive messages. */
const MAX_PART_DISTANCE = 40;

/** Minimum number of letters outside the widgets. With fewer letters, the chat is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** Elements of a page's structure. They are not widgets. */
const STRUCTURE = "html, body, main, article, header, footer, nav";

/** A fixed element of a widget's size. */
type Candidate = { element: HTMLElement; rect: DOMRect; isChat: boolean };

/** Returns the outermost element of each widget in the page. Returns an empty array in frames. */
export function findChats(): HTMLElement[] {
  if (top !== self || (document.body as HTMLElement | null) === null) return [];
  const candidates = new Map<HTMLElement, Candidate | undefined>();
  for (const hit of elementsInCorners()) {
    const fixed = outermostFixed(hit);
    if (fixed !== undefined && !candidates.has(fixed)) candidates.set(fixed, readCandidate(fixed));
  }
  const found = [...candidates.values()].filter((candidate) => candidate !== undefined);
  const chats = found.filter(({ isChat }) => isChat);
  if (chats.length === 0 || isChatPage()) return [];
  const parts = found.filter(
    ({ isChat, rect }) => !isChat && chats.some((chat) => isNear(chat.rect, rect)),
  );
  const widgets = [...chats, ...parts].map(({ element }) => element);
  if (isWholePage(widgets)) return [];
  return [...new Set(widgets.map((widget) => withWrappers(widget)))];
}

/** Returns the elements at points near the corners. This takes the same time on a page with many elements. */
function elementsInCorners(): Set<Element> {
  const hits = new Set<Element>();
  for (const offsetY of OFFSETS_Y) {
    for (const offsetX of OFFSETS_X) {
      for (const x of [offsetX, innerWidth - offsetX]) {
        const hit = elementAt(document, x, innerHeight - offsetY);
        if (hit !== null) hits.add(hit);
      }
    }
  }
  return hits;
}

/** Looks inside open shadow roots. */
function elementAt(root: DocumentOrShadowRoot, x: number, y: number): Element | null {
  const hit = root.elementFromPoint(x, y);
  const shadow = hit?.shadowRoot;
  if (shadow === null || shadow === undefined || shadow === root) return hit;
  const inner = elementAt(shadow, x, y);
  return inner === null || inner === hit ? hit : inner;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Returns the outermost fixed ancestor that is not as large as the window. */
function outermostFixed(element: Element): HTMLElement | undefined {
  let fixed: HTMLElement | undefined;
  for (let current: Element | null = element; current !== null; current = parentOf(current)) {
    if (!(current instanceof HTMLElement) || getComputedStyle(current).position !== "fixed")
      continue;
    if (fixed === undefined || isWidgetSized(visibleRect(current))) fixed = current;
  }
  return fixed;
}

function readCandidate(element: HTMLElement): Candidate | undefined {
  const rect = visibleRect(element);
  if (!isWidgetSized(rect) || element.matches(STRUCTURE)) return undefined;
  const contents = [...element.querySelectorAll("article, nav")];
  if (contents.some(hasBox)) return undefined;
  const isLauncher = rect.width <= LAUNCHER.width && rect.height <= LAUNCHER.height;
  const own = describe(element);
  // The text of a panel often links to a privacy policy.
  const statements = isLauncher ? [...own.names, ...own.texts, ...own.links] : own.names;
  if (statements.some(hasOtherPurpose)) return undefined;
  const isChat = isInCorner(rect) && describe(withWrappers(element)).isChat;
  return { element, rect, isChat };
}

/** Returns the part of the element and its overflowing children inside the window. */
function visibleRect(element: Element): DOMRect {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  if (right - left < 1 || bottom - top < 1) {
    // A wrapper without a size positions its children.
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) {
      const inner = child.getBoundingClientRect();
      if (inner.width < 1 || inner.height < 1) continue;
      const isFirst = right - left < 1 || bottom - top < 1;
      left = isFirst ? inner.left : Math.min(left, inner.left);
      top = isFirst ? inner.top : Math.min(top, inner.top);
      right = isFirst ? inner.right : Math.max(right, inner.right);
      bottom = isFirst ? inner.bottom : Math.max(bottom, inner.bottom);
    }
  }
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
  return new DOMRect(
    x,
    y,
    Math.max(Math.min(right, innerWidth) - x, 0),
    Math.max(Math.min(bottom, innerHeight) - y, 0),
  );
}

function isWidgetSized({ width, height }: DOMRect): boolean {
  if (width < MIN_SIDE || height < MIN_SIDE) return false;
  // A bar that spans the window has another purpose.
  const isBar = width > innerWidth * 0.6 && height < innerHeight * 0.5;
  return !isBar && width <= PANEL.width && height <= PANEL.height;
}

function isInCorner({ left, right, bottom }: DOMRect): boolean {
  const gapX = Math.min(left, innerWidth - right);
  return gapX <= MAX_GAP_X && innerHeight - bottom <= MAX_GAP_Y;
}

type Description = { names: string[]; texts: string[]; links: string[]; isChat: boolean };

/** Reads names, texts and links of an element, of its descendants in open shadow trees, and of its host. */
function describe(element: Element): Description {
  const description: Description = { names: [], texts: [], links: [], isChat: false };
  let left = MAX_ELEMENTS;
  const read = (current: Element) => {
    if ((left -= 1) < 0 || current.localName === "style" || current.localName === "script") return;
    addTo(description, current);
    for (const child of [...current.children, ...(current.shadowRoot?.children ?? [])]) read(child);
  };
  read(element);
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) addTo(description, root.host);
  return description;
}

function addTo(description: Description, element: Element): void {
  const read = (name: string) => element.getAttribute(name) ?? "";
  const names = [element.localName, read("id"), ...read("class").split(/\s+/), read("name")];
  names.push(read("data-testid"), read("part"), fileName(read("src")));
  const texts = [read("aria-label"), read("title"), read("alt"), read("placeholder")];
  for (const { nodeType, textContent } of element.childNodes)
    if (nodeType === Node.TEXT_NODE) texts.push(textContent?.trim() ?? "");
  const link = read("href");
  description.names.push(...names);
  description.texts.push(...texts);
  description.links.push(link);
  description.isChat ||=
    names.some(isChatName) ||
    texts.some((text) => text.length < MAX_LABEL && isChatText(text)) ||
    isChatLink(link) ||
    (element.localName === "path" && isChatIcon(read("d")));
}

/** Returns the path of an address. Omits the host, because the name of a site may contain the name of a chat. */
function fileName(address: string): string {
  return address.startsWith("data:") ? "" : address.replace(/^\w+:\/\/[^/]*/, "").slice(0, 200);
}

/** Returns the ancestors that contain nothing but this element. */
function wrappersOf(element: Element): Element[] {
  const wrappers: Element[] = [];
  for (let child = element; ; child = wrappers.at(-1) ?? child) {
    const parent = parentOf(child);
    if (parent === null || parent.matches(STRUCTURE) || !isOnlyContent(parent, child))
      return wrappers;
    wrappers.push(parent);
  }
}

function isOnlyContent(parent: Element, child: Element): boolean {
  const nodes = [...parent.childNodes, ...(parent.shadowRoot?.childNodes ?? [])];
  return nodes.every((node) => {
    if (node === child) return true;
    if (node.nodeType === Node.TEXT_NODE) return node.textContent?.trim() === "";
    if (!(node instanceof Element)) return true;
    return node.contains(child) || !hasBox(node) || isCandidateSized(node);
  });
}

/**
 * Returns whether a fixed element has the size and the position of a widget or of a part of one, such as its closed panel.
 */
function isCandidateSized(element: Element): boolean {
  if (getComputedStyle(element).position !== "fixed") return false;
  const rect = visibleRect(element);
  return isWidgetSized(rect) && isInCorner(rect);
}

function hasBox(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function withWrappers(widget: HTMLElement): HTMLElement {
  const outermost = wrappersOf(widget).at(-1);
  return outermost instanceof HTMLElement ? outermost : widget;
}

function isNear(chat: DOMRect, part: DOMRect): boolean {
  const gapX = Math.max(chat.left - part.right, part.left - chat.right);
  const gapY = Math.max(chat.top - part.bottom, part.top - chat.bottom);
  return gapX <= MAX_PART_DISTANCE && gapY <= MAX_PART_DISTANCE;
}

/** Returns whether the content in the middle of the window is a chat. */
function isChatPage(): boolean {
  for (const y of [0.3, 0.5, 0.7]) {
    let element = elementAt(document, innerWidth / 2, innerHeight * y);
    for (; element !== null && !element.matches("html, body"); element = parentOf(element)) {
      if (element.matches('[role="log"]')) return true;
      const names = [element.localName, element.id, ...element.classList];
      if (names.some(isChatName) && !isWidgetSized(visibleRect(element))) return true;
    }
  }
  return false;
}

/** Returns whether the page has no other text. Hiding the widgets would leave an empty page. */
function isWholePage(widgets: HTMLElement[]): boolean {
  const lengths = widgets.map(({ innerText }) => innerText.trim().length);
  const widgetText = lengths.reduce((sum, length) => sum + length, 0);
  return document.body.innerText.trim().length - widgetText < MIN_PAGE_TEXT;
}
