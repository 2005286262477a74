// Reads an element together with its open shadow trees.

/** Yields the given tree and all open shadow trees inside it. */
export function* treesIn(root: Element | ShadowRoot): Generator<Element | ShadowRoot> {
  yield root;
  if (root instanceof Element && root.shadowRoot !== null) yield* treesIn(root.shadowRoot);
  for (const { shadowRoot } of root.querySelectorAll("*"))
    if (shadowRoot !== null) yield* treesIn(shadowRoot);
}

/** Returns the element, the open shadow trees inside it, and the elements in its slots. */
export function partsOf(element: HTMLElement): (Element | ShadowRoot)[] {
  const parts = [...treesIn(element)];
  const slotted = parts.flatMap((part) =>
    [...part.querySelectorAll("slot")].flatMap((slot) => slot.assignedElements()),
  );
  // Elements in the slots of a host inside the element are already part of it.
  return [...parts, ...slotted.filter((part) => !element.contains(part))];
}

/** Returns the visible text of the element, of open shadow trees inside it, and of its slots. */
export function textOf(element: HTMLElement): string {
  const texts = [element.innerText];
  for (const part of treesIn(element)) {
    if (part instanceof ShadowRoot)
      for (const child of part.children)
        if (child instanceof HTMLElement && child.localName !== "style")
          texts.push(child.innerText);
    for (const slot of part.querySelectorAll("slot"))
      for (const node of slot.assignedNodes())
        if (!element.contains(node)) texts.push(node.textContent ?? "");
  }
  return texts.join(" ");
}
