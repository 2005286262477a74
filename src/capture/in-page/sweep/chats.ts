// Finds chat widgets that no list contains: launchers and panels that are fixed in a bottom corner of the window.
import { type Control, describe, type Description, namesOf } from "./chat-description.ts";
import {
  closedTreeRect,
  elementAt,
  elementsInCorners,
  fits,
  hasBox,
  hasOwnRoom,
  isInCorner,
  isNear,
  isOnlyContent,
  isWidgetSized,
  outermostFixed,
  STRUCTURE,
  visibleRect,
  wrappersOf,
} from "./chat-geometry.ts";
import { mentionsChat } from "./chat-patterns.ts";

/** Maximum size of a launcher, also with the message that it shows. */
const LAUNCHER = { width: 400, height: 300 };

/** Maximum size of a button in a row or a column of buttons. */
const BUTTON = { width: 260, height: 90 };

/** Maximum shorter side of a row or a column of buttons in CSS pixels, and maximum longer side as a share of the window. */
const GROUP = { short: 120, long: 0.6 };

/** Maximum length of the message of a launcher, and of the text of an element that is a launcher only by its name. */
const MAX_MESSAGE = 200;
const MAX_NAMED_TEXT = 40;

/** Distance in CSS pixels from the corners of a launcher at which badges are looked up, and their maximum size and text. */
const BADGE_DISTANCE = 4;
const MAX_BADGE = { width: 40, height: 40, text: 3 };

/** Maximum share of articles and navigation in a widget. Panels have tabs. */
const MAX_CONTENT_SHARE = 0.3;

/** Minimum share of a panel that the element with the name of a chat covers. */
const MIN_NAMED_SHARE = 0.7;

/** Minimum share of the window's height of a sidebar. */
const SIDEBAR = 0.95;

const NAVIGATION = 'nav, [role="navigation"], [role="menu"], [role="tablist"]';

/** Minimum number of letters outside the widgets. With fewer letters, the chat is the content of the page. */
const MIN_PAGE_TEXT = 20;

/** A fixed element of a widget's size. */
type Box = { element: HTMLElement; rect: DOMRect };

/** Returns the smallest element of each widget that contains nothing else. Returns an empty array in frames. */
export function findChats(): HTMLElement[] {
  if (top !== self || dom.all("body").length === 0) return [];
  const boxes = listBoxes();
  const chats = new Set(boxes.filter(({ rect }) => isInCorner(rect)).flatMap(chatsIn));
  if (chats.size === 0 || isChatPage() || isWholePage([...chats])) return [];
  const rects = [...chats].map(visibleRect);
  const beside = boxes.filter(({ rect }) => rects.some((chat) => isNear(chat, rect)));
  return [...new Set([...chats, ...beside.flatMap(chatsIn), ...[...chats].flatMap(badgesOf)])];
}

function listBoxes(): Box[] {
  const rects = new Map<HTMLElement, DOMRect>();
  for (const [hit, points] of elementsInCorners()) {
    const inner = closedTreeRect(hit, points);
    const box = inner !== undefined && hit instanceof HTMLElement ? hit : outermostFixed(hit);
    if (box !== undefined && !rects.has(box)) rects.set(box, inner ?? visibleRect(box));
  }
  return [...rects]
    .filter(([box, rect]) => isWidgetSized(rect) && !dom.get(box, "matches")(STRUCTURE))
    .map(([element, rect]) => ({ element, rect }));
}

/** Returns the box with its wrappers if the box is a widget, or the launchers in a group of buttons. */
function chatsIn(box: Box): HTMLElement[] {
  const { element } = box;
  // The names of the wrappers and a closed panel in them count, but a wrapper may also contain other elements.
  for (const outer of [...wrappersOf(element).toReversed(), element])
    if (outer instanceof HTMLElement && isWidget(describe(outer), box)) return [outer];
  return launchersInGroup(box);
}

function isWidget(description: Description, { element, rect }: Box): boolean {
  return (fits(rect, LAUNCHER) && isLauncher(description)) || isPanel(description, element, rect);
}

/** A launcher contains only controls of the chat, its message, and a button that closes the message. */
function isLauncher({ controls, text, isNamed }: Description): boolean {
  if (controls.some((control) => control.hasOtherPurpose)) return false;
  const others = controls.filter(({ isChat, isClose }) => !isChat && !isClose);
  if (others.length === 0 && controls.some(({ isChat }) => isChat))
    return text.length <= MAX_MESSAGE;
  // A button without a label, or an element with a listener, opens a closed panel or has the name of a chat.
  const isUnlabelled = others.every(({ label }) => label.length <= MAX_BADGE.text);
  return isNamed && others.length <= 1 && isUnlabelled && text.length <= MAX_NAMED_TEXT;
}

/** A panel has a field for messages, or the name of a chat covers it. */
function isPanel(description: Description, element: HTMLElement, rect: DOMRect): boolean {
  if (hasContent(element, rect)) return false;
  const isCovered = description.named.some(
    (named) => areaOf(visibleRect(named)) >= areaOf(rect) * MIN_NAMED_SHARE,
  );
  const isSidebar = rect.height >= innerHeight * SIDEBAR;
  if (isSidebar && (!isCovered || hasOwnRoom(element, rect))) return false;
  if (description.hasMessageField) return description.isNamed || description.isDescribed;
  return isCovered && !description.controls.some((control) => control.hasOtherPurpose);
}

/** Returns the launchers in a small group of buttons with several purposes, such as a button that scrolls to the top. */
function launchersInGroup({ element, rect }: Box): HTMLElement[] {
  const limit = { width: innerWidth * GROUP.long, height: innerHeight * GROUP.long };
  const isNarrow = Math.min(rect.width, rect.height) <= GROUP.short;
  if (!isNarrow || !fits(rect, limit) || dom.get(element, "matches")(NAVIGATION)) return [];
  const { controls, text } = describe(element);
  if (text !== "" || dom.all(NAVIGATION, element).length > 0) return [];
  return controls
    .filter((control) => isLauncherButton(control, element))
    .map((control) => outermostOf(control.element as HTMLElement, element));
}

function isLauncherButton(control: Control, group: Element): boolean {
  const { element, hasClue, hasOtherPurpose } = control;
  if (!hasClue || hasOtherPurpose || !(element instanceof HTMLElement)) return false;
  return fits(dom.rect(element), BUTTON) && isPainted(element, group);
}

/** Returns whether the element looks like a button, unlike the entries of a menu. */
function isPainted(element: Element, group: Element): boolean {
  if (dom.all("img, svg, picture, canvas", element).length > 0) return true;
  for (
    let part: Element | null = element;
    part !== null && part !== group;
    part = dom.parentOf(part)
  ) {
    const { backgroundColor, backgroundImage } = getComputedStyle(part);
    if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none") return true;
  }
  return false;
}

/** Returns the outermost element inside the group that contains nothing but this element. */
function outermostOf(element: HTMLElement, group: Element): HTMLElement {
  const parent = dom.parentOf(element);
  if (parent === null || parent === group || !isOnlyContent(parent, element)) return element;
  return outermostOf(parent, group);
}

/** Returns the fixed elements with only a number or a symbol over the corners of a launcher. */
function badgesOf(launcher: HTMLElement): HTMLElement[] {
  const { left, top, right, bottom } = visibleRect(launcher);
  const around = (side: number) => [side - BADGE_DISTANCE, side + BADGE_DISTANCE];
  const points = [left, right].flatMap(around).flatMap((x) => {
    return [top, bottom].flatMap(around).map((y) => elementAt(document, x, y));
  });
  return points.flatMap((hit) => {
    const badge = hit === null ? undefined : outermostFixed(hit);
    if (badge === undefined || !fits(visibleRect(badge), MAX_BADGE)) return [];
    const { controls, text } = describe(badge);
    return controls.length === 0 && text.trim().length <= MAX_BADGE.text ? [badge] : [];
  });
}

/** Returns whether the element is a part of the page: articles or its navigation cover most of it. */
function hasContent(element: Element, rect: DOMRect): boolean {
  return dom.all("article, nav", element).some((part) => {
    const share = areaOf(visibleRect(part)) / areaOf(rect);
    return hasBox(part) && share > MAX_CONTENT_SHARE;
  });
}

function areaOf({ width, height }: DOMRect): number {
  return width * height;
}

/** Returns whether the content in the middle of the window is a chat. */
function isChatPage(): boolean {
  for (const y of [0.3, 0.5, 0.7]) {
    let element = elementAt(document, innerWidth / 2, innerHeight * y);
    for (; element !== null; element = dom.parentOf(element)) {
      const matches = dom.get(element, "matches");
      if (matches("html, body")) break;
      if (matches('[role="log"]')) return true;
      if (namesOf(element).some(mentionsChat) && !isWidgetSized(visibleRect(element))) return true;
    }
  }
  return false;
}

/** Returns whether the page has no other text. Hiding the widgets would leave an empty page. */
function isWholePage(widgets: HTMLElement[]): boolean {
  const lengthOf = (element: HTMLElement) => dom.get(element, "innerText").trim().length;
  const widgetText = widgets.map(lengthOf).reduce((sum, length) => sum + length, 0);
  return lengthOf(dom.get(document, "body")) - widgetText < MIN_PAGE_TEXT;
}
