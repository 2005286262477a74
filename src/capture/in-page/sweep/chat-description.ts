// Reads the controls, names and texts of a box that may be a chat widget.
import { allChildrenOf, hasBox } from "./chat-geometry.ts";
import {
  hasOtherPurpose,
  isBubbleLabel,
  isChatFile,
  isChatIcon,
  isChatLink,
  isChatName,
  isChatWord,
  isCloseLabel,
  isEntryLabel,
  isInvitation,
  isOtherField,
  isQuestion,
  isStyleName,
} from "./chat-patterns.ts";

/** An element that a visitor presses. */
export type Control = {
  /** The element, or the box inside it. */
  element: Element;
  isLinkAway: boolean;
  /** Its name, its label, its link or its icon is that of a chat, or that of an element inside it. */
  hasClue: boolean;
  /** `hasClue`, or an element around it inside the box has the name of a chat. */
  isChat: boolean;
  /** It closes the widget. */
  isClose: boolean;
  hasOtherPurpose: boolean;
  /** Its texts and accessible names, without those of images. */
  label: string;
};

export type Description = {
  controls: Control[];
  /** The visible text outside the controls. */
  text: string;
  /** An element of the box, also a hidden one, has the name or the icon of a chat. */
  isNamed: boolean;
  /** Elements with the name of a chat, and frames with such a name, title or address. */
  named: Element[];
  /** A text mentions a chat, invites to one, or asks a question in front of a field for messages. */
  isDescribed: boolean;
  hasMessageField: boolean;
};

/** The maximum number of elements that are read in one box. Panels with a long conversation have more. */
const MAX_ELEMENTS = 300;

/** Maximum length of a text that names a chat. Longer texts are content. */
const MAX_LABEL = 200;

const NEVER_SHOWN = 'style, script, template, input[type="hidden"]';

const CONTROL =
  'a[href], button, input, select, textarea, summary, iframe, [role="button"], [role="link"], [onclick], [contenteditable="true"]';

/** Fields for messages. */
const MESSAGE_FIELD =
  'textarea, input:not([type], [role]), input[type="text"]:not([role]), [contenteditable="true"]';

/** Rows of a list, such as a list of tasks. Their texts and icons do not describe the box. */
const ROW = 'li, tr, [role="listitem"], [role="option"], [role="row"], [role="checkbox"]';
const CHECKBOX = ':scope > input[type="checkbox"], :scope > [role="checkbox"]';

/** Number of texts that introduce a box: its title and a subtitle. Other texts are its content. */
const MAX_TITLES = 2;

/**
 * Reads an element and its descendants, also those in open shadow trees. The names of the host of its tree count, and the
 * link or button around the element.
 */
export function describe(box: Element): Description {
  const description: Description = {
    controls: [],
    text: "",
    isNamed: false,
    named: [],
    isDescribed: false,
    hasMessageField: false,
  };
  const root = dom.get(box, "getRootNode")();
  const isHostNamed = root instanceof ShadowRoot && namesOf(root.host).some(isChatName);
  if (isHostNamed) description.named.push(box);
  let [left, titles, hasQuestion] = [MAX_ELEMENTS, 0, false];
  read(box, isHostNamed, startOuterControl(), false);
  description.isNamed ||= description.named.length > 0;
  description.isDescribed ||= hasQuestion && description.hasMessageField;
  return description;

  function read(
    element: Element,
    isInNamed: boolean,
    outer: Control | undefined,
    isInRow: boolean,
  ): void {
    const matches = dom.get(element, "matches");
    if (matches(NEVER_SHOWN) || (left -= 1) < 0) return;
    const names = namesOf(element);
    const isNamed = names.some(isChatName);
    if (isNamed || isChatFrame(element)) description.named.push(element);
    const isInChat = isInNamed || isNamed;
    const control = outer ?? startControl(element, isInChat);
    const texts = textsOf(element);
    const isIcon = matches("path") && isChatIcon(attribute(element, "d"));
    const isRow = isInRow || (element !== box && isRowOfList(element));
    description.isNamed ||= isIcon && !isRow;
    if (control !== undefined) addToControl(control, element, { names, texts, isNamed, isIcon });
    else if (isShown(element)) description.text += ` ${ownText(element)}`.trimEnd();
    const labels = isRow ? [] : labelsOf(element);
    hasQuestion ||= labels.some(isQuestion);
    description.isDescribed ||= labels.some(
      (label) => isChatWord(label) || (isInvitation(label) && control?.isLinkAway !== true),
    );
    description.hasMessageField ||=
      matches(MESSAGE_FIELD) && isShown(element) && !texts.some(isOtherField);
    for (const child of allChildrenOf(element)) read(child, isInChat, control, isRow);
  }

  /** Returns the accessible names of an element, and its text if it is a title of the box. */
  function labelsOf(element: Element): string[] {
    const title = isShown(element) ? ownText(element) : "";
    if (!/\p{L}/u.test(title) || isCloseLabel(title) || (titles += 1) > MAX_TITLES)
      return namingAttributes(element).filter((text) => text.length < MAX_LABEL);
    return [...namingAttributes(element), title].filter((text) => text.length < MAX_LABEL);
  }

  /** A link or a button around the box has no size when only the box inside it is fixed. */
  function startOuterControl(): Control | undefined {
    const outer = dom.get(box, "closest")("a[href], button");
    if (outer === null || outer === box) return undefined;
    const control = newControl(box, false, outer);
    description.controls.push(control);
    const names = namesOf(outer);
    const isNamed = names.some(isChatName);
    addToControl(control, outer, { names, texts: textsOf(outer), isNamed, isIcon: false });
    return control;
  }

  function startControl(element: Element, isChat: boolean): Control | undefined {
    const isControl =
      dom.get(element, "matches")(CONTROL) || getComputedStyle(element).cursor === "pointer";
    // A link without a size may contain a fixed element.
    const hasSize = isShown(element) || allChildrenOf(element).some(isShown);
    if (!isControl || !hasSize) return undefined;
    // A wrapper with the cursor of a link may contain controls.
    if (!dom.get(element, "matches")(CONTROL) && dom.all(CONTROL, element).length > 0)
      return undefined;
    const control = newControl(element, isChat, element);
    description.controls.push(control);
    return control;
  }
}

function newControl(element: Element, isChat: boolean, link: Element): Control {
  return {
    element,
    isLinkAway: isLinkAway(link),
    hasClue: false,
    isChat,
    isClose: false,
    hasOtherPurpose: false,
    label: "",
  };
}

function isRowOfList(element: Element): boolean {
  return dom.get(element, "matches")(ROW) || dom.all(CHECKBOX, element).length > 0;
}

type Clues = { names: string[]; texts: string[]; isNamed: boolean; isIcon: boolean };

function addToControl(control: Control, element: Element, clues: Clues): void {
  const { names, texts, isNamed, isIcon } = clues;
  const link = attribute(element, "href");
  if (!(element instanceof HTMLImageElement))
    control.label = [control.label, ...texts].filter((text) => text !== "").join(" ");
  const isLabelled = texts.some((text) => {
    if (text.length >= MAX_LABEL) return false;
    return control.isLinkAway ? isEntryLabel(text) : isChatLabel(text);
  });
  control.hasClue ||=
    isNamed || isIcon || isLabelled || isChatFrame(element) || isChatLink(link, control.label);
  control.isChat ||= control.hasClue;
  control.isClose = isCloseLabel(control.label);
  const statements = [link, ...texts, ...names.filter((name) => !isStyleName(name))];
  control.hasOtherPurpose ||= statements.some(hasOtherPurpose);
}

function isChatLabel(text: string): boolean {
  return isChatWord(text) || isInvitation(text) || isBubbleLabel(text);
}

function isChatFrame(element: Element): boolean {
  if (!dom.isFrame(element)) return false;
  const [name, title] = [attribute(element, "name"), attribute(element, "title")];
  return isChatName(name) || isChatWord(title) || isChatFile(fileName(attribute(element, "src")));
}

/** Returns whether the element is a link to another page or to a section of this page. */
function isLinkAway(element: Element): boolean {
  const address = dom.attribute(element, "href") ?? "#";
  return !/^(?:#?$|javascript:)/i.test(address);
}

export function namesOf(element: Element): string[] {
  const names = [
    dom.get(element, "localName"),
    attribute(element, "id"),
    attribute(element, "data-testid"),
  ];
  return [
    ...names,
    ...attribute(element, "class").split(/\s+/),
    ...attribute(element, "part").split(/\s+/),
  ];
}

function textsOf(element: Element): string[] {
  return [...namingAttributes(element), ownText(element)];
}

function namingAttributes(element: Element): string[] {
  return ["aria-label", "title", "alt", "placeholder"].map((name) => attribute(element, name));
}

/** Returns the text that is not in a descendant. */
function ownText(element: Element): string {
  const texts = [...dom.get(element, "childNodes")].filter((node) => node instanceof Text);
  return texts
    .map(({ data }) => data.trim())
    .join(" ")
    .trim();
}

function isShown(element: Element): boolean {
  const properties = { opacityProperty: true, visibilityProperty: true };
  return hasBox(element) && dom.get(element, "checkVisibility")(properties);
}

function attribute(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

/** Returns the path of an address. Omits the host, because the name of a site may contain the name of a chat. */
function fileName(address: string): string {
  return address.startsWith("data:") ? "" : address.replace(/^\w+:\/\/[^/]*/, "").slice(0, 200);
}
