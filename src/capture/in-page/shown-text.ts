// Runs in the captured page: reads the text that a visitor sees.

/**
 * Returns for each text whether the page shows it. Case and the kind and number of spaces do not matter. Reads open shadow
 * roots and frames of the page's origin, too. Text counts if the browser draws it: its element and all elements around it
 * have a box, `visibility: visible` and an opacity above 0.
 */
export function findTexts(texts: string[]): boolean[] {
  const shown = normalize(readText());
  return texts.map((text) => shown.includes(normalize(text)));

  function normalize(text: string): string {
    // The browser draws no glyph for these characters, such as soft hyphens and zero-width spaces.
    const drawn = text.normalize().replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
    return drawn.replaceAll(/\s+/g, " ").trim().toLowerCase();
  }

  function readText(): string {
    let text = "";
    // Without recursion, a document of any depth fits on the stack.
    const root = dom.get(document, "documentElement") as Element | null;
    const stack: (Element | string)[] = root === null ? [] : [root];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      if (typeof item === "string") text += item;
      else stack.push(...partsOf(item).toReversed());
    }
    return text;
  }

  /** Returns the visible texts and the elements in an element, in the order in which the page shows them. */
  function partsOf(element: Element): (Element | string)[] {
    const { display, visibility, opacity } = getComputedStyle(element);
    if (display === "none" || opacity === "0") return [];
    // Closed details and hidden content have no box, but elements without a box may contain visible ones.
    if (display !== "contents" && !dom.get(element, "checkVisibility")()) return [];
    const isVisible = visibility === "visible";
    // The document in a frame does not inherit this property.
    if (!isVisible && dom.isFrame(element)) return [];
    const field = textOfField(element);
    if (field !== undefined) return isVisible ? [" ", field, " "] : [];
    const parts = childrenOf(element).flatMap((node): (Element | string)[] => {
      const type = dom.get(node, "nodeType");
      if (type === Node.ELEMENT_NODE) return [node as Element];
      return isVisible && type === Node.TEXT_NODE ? [node.nodeValue ?? ""] : [];
    });
    // Text in inline elements continues the text around them.
    const isInline = /^(inline|contents|ruby)/.test(display);
    return isInline && dom.get(element, "localName") !== "br" ? parts : [" ", ...parts, " "];
  }

  function childrenOf(element: Element): Node[] {
    const name = dom.get(element, "localName");
    if (dom.isFrame(element)) {
      const root = dom.get(element, "contentDocument");
      return root === null ? [] : [...dom.get(root, "childNodes")];
    }
    if (name === "slot") {
      const slotted = dom.get(element as HTMLSlotElement, "assignedNodes")();
      if (slotted.length > 0) return slotted;
    }
    if (name === "select") return selectedTexts(element as HTMLSelectElement);
    const children = [...dom.get(dom.shadowRootOf(element) ?? element, "childNodes")];
    if (name !== "details" || dom.get(element as HTMLDetailsElement, "open")) return children;
    return children.filter((child) => dom.get(child, "nodeName") === "SUMMARY").slice(0, 1);
  }

  /** Returns the text that a field or button shows, or undefined for other elements. */
  function textOfField(element: Element): string | undefined {
    const name = dom.get(element, "localName");
    if (name !== "textarea" && name !== "input") return undefined;
    const { type, value, placeholder } = element as HTMLInputElement | HTMLTextAreaElement;
    if (/^(button|reset|submit)$/.test(type)) return value;
    return /^(email|number|search|tel|text|textarea|url)$/.test(type) ? value || placeholder : "";
  }

  /** The options of a menu have no box. */
  function selectedTexts(element: HTMLSelectElement): Node[] {
    return [...element.selectedOptions].flatMap((option) => [...option.childNodes]);
  }
}
