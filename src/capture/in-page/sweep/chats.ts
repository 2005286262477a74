// Finds chat widgets that no list contains: launchers and panels that are fixed in a bottom corner of the window.
import { describe } from "./chat-description.ts";
import {
  closedTreeRect,
  elementAt,
  elementsInCorners,
  hasBox,
  isInCorner,
  isWidgetSized,
  outermostFixed,
  parentOf,
  STRUCTURE,
  visibleRect,
  withWrappers,
} from "./chat-geometry.ts";
import { hasOtherPurpose, isChatName } from "./chat-patterns.ts";

/** Maximum size of a launcher with a short text. */
const LAUNCHER = { width: 360, height: 110 };

/** Distance within which unnamed fixed elements are parts of a widget: badges and proactive messages. */
const MAX_PART_DISTANCE = 40;

/** Maximum share of articles and navigation in a widget. Panels have tabs. */
const MAX_CONTENT_SHARE = 0.3;

/** Minimum number of letters outside the widgets. With fewer letters, the chat is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** A fixed element of a widget's size. */
type Candidate = { element: HTMLElement; rect: DOMRect; isChat: boolean };

/** Returns the outermost element of each widget in the page. Returns an empty array in frames. */
export function findChats(): HTMLElement[] {
  if (top !== self || (document.body as HTMLElement | null) === null) return [];
  const candidates = new Map<HTMLElement, Candidate | undefined>();
  for (const [hit, points] of elementsInCorners()) {
    const inner = closedTreeRect(hit, points);
    const widget = inner !== undefined && hit instanceof HTMLElement ? hit : outermostFixed(hit);
    if (widget !== undefined && !candidates.has(widget))
      candidates.set(widget, readCandidate(widget, inner ?? visibleRect(widget)));
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

function readCandidate(element: HTMLElement, rect: DOMRect): Candidate | undefined {
  if (!isWidgetSized(rect) || element.matches(STRUCTURE)) return undefined;
  if (hasContent(element, rect)) return undefined;
  const isLauncher = rect.width <= LAUNCHER.width && rect.height <= LAUNCHER.height;
  const own = describe(element);
  // The text of a panel often links to a privacy policy.
  const statements = isLauncher ? [...own.names, ...own.texts, ...own.links] : own.names;
  if (statements.some(hasOtherPurpose)) return undefined;
  const isChat = isInCorner(rect) && describe(withWrappers(element)).isChat;
  return { element, rect, isChat };
}

/** Returns whether the element is a part of the page: articles or its navigation cover most of it. */
function hasContent(element: Element, { width, height }: DOMRect): boolean {
  return [...element.querySelectorAll("article, nav")].some((part) => {
    const inner = visibleRect(part);
    return hasBox(part) && inner.width * inner.height > width * height * MAX_CONTENT_SHARE;
  });
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
