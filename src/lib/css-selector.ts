// Checks the syntax of CSS selectors before a browser does.
import parse from "css-tree/selector-parser";

/**
 * Returns false for a selector that no browser accepts. Accepts unknown pseudo-classes and selectors that end inside brackets
 * or a string: CSS closes them at the end of the text, so the browser decides.
 */
export function isPossibleSelector(selector: string): boolean {
  try {
    parse(selector, { context: "selectorList" });
  } catch (error) {
    // css-tree throws a SyntaxError with the offset of the first unexpected character.
    return error instanceof SyntaxError && "offset" in error && error.offset === selector.length;
  }
  return !/(^\s*[>+~,])|(?<!\\)[>+~,]\s*$/.test(selector);
}
