// Defines `dom`, which the functions of in-page/ and the program of in-page/sweep/ can use. It reads the real properties of
// DOM objects, because a page can hide them, also from an isolated world. The linter refuses other access (.oxlint.config.ts).

type Dom = ReturnType<typeof createDom>;

declare global {
  /**
   * isolated-world.ts defines this constant around each function that it sends to a page, and global-dom.ts defines it in
   * the bundled programs.
   */
  const dom: Dom;
}

/**
 * Creates the helpers. A field with the name "style" replaces this property of its form, and an image with the name "body"
 * replaces this property of the document. Use dom.get() for documents and for elements of any kind.
 */
export function createDom() {
  const { getAttribute, getBoundingClientRect } = Element.prototype;
  return {
    get,
    all,
    attribute,
    rect,
    childrenOf,
    isFrame,
    shadowRootOf,
    shadowRootsIn,
    parentOf,
    elements,
    pause,
    frame,
  };

  /** Returns a property as the prototype of the object defines it. Methods are bound to the object. */
  function get<T extends object, Name extends keyof T>(object: T, name: Name): T[Name] {
    const prototype = Reflect.getPrototypeOf(object) ?? object;
    const value: unknown = Reflect.get(prototype, name, object);
    // The prototype of a DOM object has the properties that the type of the object declares.
    return (typeof value === "function" ? value.bind(object) : value) as T[Name];
  }

  /** Returns the matching elements of a document, an element or a shadow root. Most of them are HTML elements. */
  function all<Found extends Element = HTMLElement>(
    selector: string,
    tree: ParentNode = document,
  ): Found[] {
    return [...get(tree, "querySelectorAll")<Found>(selector)];
  }

  function attribute(element: Element, name: string): string | null {
    return getAttribute.call(element, name);
  }

  function rect(element: Element): DOMRect {
    return getBoundingClientRect.call(element);
  }

  function childrenOf(parent: ParentNode): Element[] {
    return [...get(parent, "children")];
  }

  /** Each frame has separate constructors. SVG has elements of this name without a document. */
  function isFrame(element: Element): element is HTMLIFrameElement {
    return /^i?frame$/.test(get(element, "localName")) && "contentDocument" in element;
  }

  /** Returns the open shadow root of an element. */
  function shadowRootOf({ shadowRoot }: Element): ShadowRoot | null {
    // A form has no shadow root, but a field with this name.
    return shadowRoot?.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? shadowRoot : null;
  }

  /** Returns the open shadow roots in a tree. Iterates without a list of all elements, which takes four times as long. */
  function shadowRootsIn(tree: Node): ShadowRoot[] {
    const shadowRoots: ShadowRoot[] = [];
    const walker = get(document, "createTreeWalker")(tree, NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode() !== null) {
      // The filter shows only elements.
      const shadowRoot = shadowRootOf(walker.currentNode as Element);
      if (shadowRoot !== null) shadowRoots.push(shadowRoot);
    }
    return shadowRoots;
  }

  /** Returns the element around an element as the page shows it: through slots and shadow roots. */
  function parentOf(element: Element): HTMLElement | null {
    const parent = get(element, "assignedSlot") ?? get(element, "parentNode");
    if (parent instanceof ShadowRoot) return parent.host as HTMLElement;
    return parent instanceof Element ? (parent as HTMLElement) : null;
  }

  /** Returns all elements of the document and of its open shadow roots. */
  function elements(tree: ParentNode = document): HTMLElement[] {
    return all("*", tree).flatMap((element) => {
      const shadowRoot = shadowRootOf(element);
      return shadowRoot === null ? [element] : [element, ...elements(shadowRoot)];
    });
  }

  async function pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Waits for a frame, in which the observers of the page receive a new position. A busy page may draw none. */
  async function frame(limitMs: number): Promise<void> {
    const drawn = new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.race([drawn, pause(limitMs)]);
  }
}
