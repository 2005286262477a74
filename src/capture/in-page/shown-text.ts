// Runs in the captured page: reads the text that a visitor sees.

/**
 * Returns for each text whether the page shows it. Case and the kind and number of spaces do not matter. Reads open shadow
 * roots and frames of the page's origin, too.
 */
export function findTexts(texts: string[]): boolean[] {
  const shown = readTree(document).map(normalize);
  return texts.map(normalize).map((text) => shown.some((part) => part.includes(text)));

  function normalize(text: string): string {
    return text.replaceAll(/\s+/g, " ").trim().toLowerCase();
  }

  function readTree(tree: Document | ShadowRoot): string[] {
    const elements = [...tree.querySelectorAll("*")];
    return [
      ...[...tree.children].map((child) => textOf(child)),
      ...elements.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : readTree(shadowRoot))),
      ...elements.flatMap((element) =>
        element instanceof HTMLIFrameElement && element.contentDocument !== null
          ? readTree(element.contentDocument)
          : [],
      ),
    ];
  }

  function textOf(element: Element): string {
    // SVG and XML elements have no innerText.
    return "innerText" in element
      ? (element as HTMLElement).innerText
      : (element.textContent ?? "");
  }
}
