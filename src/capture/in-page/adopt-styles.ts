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

/** Makes all elements that match a selector invisible, present and future, with their content. The layout does not change. */
export function makeInvisible(selectors: string[]): void {
  const sheet = new CSSStyleSheet();
  for (const selector of selectors) {
    const hidden = "visibility: hidden !important;";
    const rule = sheet.cssRules[sheet.insertRule(`:not(*) { ${hidden} & * { ${hidden} } }`)];
    // Valid selectors such as "[a" are open at their end, so that they cannot be part of the rule's text.
    if (rule instanceof CSSStyleRule) rule.selectorText = selector;
  }
  dom.get(document, "adoptedStyleSheets").push(sheet);
}
