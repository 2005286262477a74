// Reads the names, texts and links by which a chat widget is recognized.
import {
  isChatIcon,
  isChatLink,
  isChatName,
  isChatWord,
  isInvitation,
  isQuestion,
} from "./chat-patterns.ts";

/** The maximum number of elements that are read in one widget. Panels with a long conversation have more. */
const MAX_ELEMENTS = 300;

/** Maximum length of a text that names a chat. Longer texts are content. */
const MAX_LABEL = 200;

/** Fields for messages. */
const MESSAGE_FIELD = 'textarea, input:not([type]), input[type="text"], [contenteditable="true"]';

type Description = { names: string[]; texts: string[]; links: string[]; isChat: boolean };

type Clues = { isQuestion: boolean; hasMessageField: boolean };

/** Reads names, texts and links of an element, of its descendants in open shadow trees, and of its host. */
export function describe(element: Element): Description {
  const description: Description = { names: [], texts: [], links: [], isChat: false };
  const clues: Clues = { isQuestion: false, hasMessageField: false };
  let left = MAX_ELEMENTS;
  const read = (current: Element) => {
    if ((left -= 1) < 0 || current.localName === "style" || current.localName === "script") return;
    addTo(description, clues, current);
    for (const child of [...current.children, ...(current.shadowRoot?.children ?? [])]) read(child);
  };
  read(element);
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) addTo(description, clues, root.host);
  description.isChat ||= clues.isQuestion && clues.hasMessageField;
  return description;
}

function addTo(description: Description, clues: Clues, element: Element): void {
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
  const labels = texts.filter((text) => text.length < MAX_LABEL);
  clues.isQuestion ||= labels.some(isQuestion);
  clues.hasMessageField ||= element.matches(MESSAGE_FIELD);
  description.isChat ||=
    names.some(isChatName) ||
    labels.some(isChatWord) ||
    (!isInPageLink(element) && labels.some(isInvitation)) ||
    isChatLink(link, `${read("aria-label")} ${read("title")} ${element.textContent}`) ||
    (element.localName === "path" && isChatIcon(read("d")));
}

/** Returns whether the element belongs to a link that opens another page. */
function isInPageLink(element: Element): boolean {
  const address = element.closest("a[href]")?.getAttribute("href") ?? "#";
  return !/^(?:#|javascript:|$)/i.test(address);
}

/** Returns the path of an address. Omits the host, because the name of a site may contain the name of a chat. */
function fileName(address: string): string {
  return address.startsWith("data:") ? "" : address.replace(/^\w+:\/\/[^/]*/, "").slice(0, 200);
}
