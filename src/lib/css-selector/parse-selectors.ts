// Parses a list of CSS selectors.
import parse, { type SelectorList } from "css-tree/selector-parser";
import { completeSelector } from "./complete-selector.ts";

/** Returns undefined for text that violates the grammar of selectors. */
export function parseSelectors(text: string): SelectorList | undefined {
  const completed = completeSelector(text);
  if (completed === undefined || /^[ \t\r\n\f]*$/.test(completed)) return undefined;
  try {
    return parse(completed, { context: "selectorList" });
  } catch {
    // css-tree throws a SyntaxError for text that is not a list of selectors.
    return undefined;
  }
}
