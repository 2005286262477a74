// Defines `dom`, which every function of in-page/ that isolated-world.ts runs can use. It reads the real properties of DOM
// objects, because a page can hide them, also from an isolated world.

type Dom = ReturnType<typeof createDom>;

declare global {
  /** isolated-world.ts defines this constant around each function that it sends to a page. */
  const dom: Dom;
}

/**
 * Creates the helpers. A field with the name "style" replaces this property of its form, and an image with the name "body"
 * replaces this property of the document. Use dom.get() for documents and for elements of any kind.
 */
export function createDom() {
  return { get, all, rect, shadowRootOf, parentOf, elements };

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

  function rect(element: Element): DOMRect {
    return get(element, "getBoundingClientRect")();
  }

  /** Returns the open shadow root of an element. */
  function shadowRootOf({ shadowRoot }: Element): ShadowRoot | null {
    // A form has no shadow root, but a field with this name.
    return shadowRoot?.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? shadowRoot : null;
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
}
