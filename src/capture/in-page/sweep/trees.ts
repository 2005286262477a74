// Reads an element together with its open shadow trees.

/** Yields the given tree and all open shadow trees inside it. */
export function* treesIn(root: Element | ShadowRoot): Generator<Element | ShadowRoot> {
  yield root;
  const own = root instanceof Element ? dom.shadowRootOf(root) : null;
  if (own !== null) yield* treesIn(own);
  for (const shadowRoot of dom.shadowRootsIn(root)) yield* treesIn(shadowRoot);
}

/** Returns the element, the open shadow trees inside it, and the elements in its slots. */
export function partsOf(element: HTMLElement): (Element | ShadowRoot)[] {
  const parts = [...treesIn(element)];
  const slotted = parts.flatMap((part) =>
    dom.all<HTMLSlotElement>("slot", part).flatMap((slot) => slot.assignedElements()),
  );
  // Elements in the slots of a host inside the element are already part of it.
  return [...parts, ...slotted.filter((part) => !dom.get(element, "contains")(part))];
}

/** Returns the visible text of the element, of open shadow trees inside it, and of its slots. */
export function textOf(element: HTMLElement): string {
  const texts = [dom.get(element, "innerText")];
  for (const part of treesIn(element)) {
    if (part instanceof ShadowRoot)
      for (const child of dom.childrenOf(part))
        if (child instanceof HTMLElement && !(child instanceof HTMLStyleElement))
          texts.push(dom.get(child, "innerText"));
    for (const slot of dom.all<HTMLSlotElement>("slot", part))
      for (const node of slot.assignedNodes())
        if (!dom.get(element, "contains")(node)) texts.push(dom.get(node, "textContent") ?? "");
  }
  return texts.join(" ");
}
