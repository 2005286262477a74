// Style sheets that the page's content security policy does not forbid: adopted ones.

export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Hides what any of the selectors matches, now or later. */
export function hideElements(selectors: string[]): void {
  const sheet = new CSSStyleSheet();
  // One rule a selector: a rule with one selector that is unknown would be dropped whole.
  for (const selector of selectors)
    sheet.insertRule(`${selector} { display: none !important; visibility: hidden !important; }`);
  document.adoptedStyleSheets.push(sheet);
}
