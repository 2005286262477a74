// Adds style sheets with adoptedStyleSheets, which a content security policy does not block.

export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  dom.get(document, "adoptedStyleSheets").push(sheet);
}

/** Hides all elements, present and future, that match a selector. */
export function hideElements(selectors: string[]): void {
  const sheet = new CSSStyleSheet();
  // Use one rule per selector: an unknown selector in a list would invalidate the whole rule.
  for (const selector of selectors) {
    const declarations = "display: none !important; visibility: hidden !important;";
    const rule = sheet.cssRules[sheet.insertRule(`:not(*) { ${declarations} }`)];
    // Valid selectors such as "[a" are open at their end, so that they cannot be part of the rule's text.
    if (rule instanceof CSSStyleRule) rule.selectorText = selector;
  }
  dom.get(document, "adoptedStyleSheets").push(sheet);
}

/**
 * Makes all elements that match a selector invisible with their content, present and future, also in the open shadow roots
 * that exist now. The layout does not change.
 */
export function makeInvisible(selectors: string[]): void {
  // `visibility` does not reach content that the page makes visible again, and `opacity` does not reach elements without a
  // box. A transition would show the elements for some time.
  const hidden =
    "visibility: hidden !important; opacity: 0 !important; transition: none !important;";
  const content = "&::before, &::after, & *, & *::before, & *::after";
  const sheet = new CSSStyleSheet();
  for (const selector of selectors) {
    // In a layer, important declarations have priority over those of more specific rules of the page.
    const layer = `@layer { :not(*) { ${hidden} ${content} { ${hidden} } } }`;
    const block = sheet.cssRules[sheet.insertRule(layer)];
    const rule = block instanceof CSSLayerBlockRule ? block.cssRules[0] : undefined;
    // Valid selectors such as "[a" are open at their end, so that they cannot be part of the rule's text.
    if (rule instanceof CSSStyleRule) rule.selectorText = selector;
  }
  const shadowRoots = dom.elements().flatMap((element) => dom.shadowRootOf(element) ?? []);
  for (const root of [document, ...shadowRoots]) dom.get(root, "adoptedStyleSheets").push(sheet);
}
