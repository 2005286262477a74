// Checks the syntax of CSS selectors before a browser does.
import parse from "css-tree/selector-parser";

/** An attribute selector without a string, which CSS closes at the end of the text. */
const OPEN_ATTRIBUTE = /\[[^\]"']*$/;

/**
 * Returns false for a selector that no browser accepts. Accepts unknown pseudo-classes and selectors that end inside brackets
 * or a string: CSS closes them at the end of the text, so the browser decides.
 */
export function isPossibleSelector(selector: string): boolean {
  try {
    parse(selector, { context: "selectorList" });
  } catch (error) {
    // css-tree throws a SyntaxError with the offset of the first unexpected character.
    const endsTooSoon =
      error instanceof SyntaxError && "offset" in error && error.offset === selector.length;
    return endsTooSoon && OPEN_ATTRIBUTE.test(selector)
      ? isPossibleSelector(`${selector}]`)
      : endsTooSoon;
  }
  return !/(^\s*[>+~,])|(?<!\\)[>+~,]\s*$/.test(selector);
}
