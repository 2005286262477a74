// Classes and ids that general rules of a list hide by themselves: for a style sheet that is there before the page is.
import { type CosmeticFilter, parseFilters } from "@ghostery/adblocker";

/** Which of them hold for a page is asked of the compiled list, with its exceptions. */
export function readRuleTokens(lines: string[]): { classes: string[]; ids: string[] } {
  const { cosmeticFilters } = parseFilters(lines.join("\n"));
  const selectors = cosmeticFilters.filter(isGeneral).map((filter) => filter.getSelector());
  const namesAfter = (sign: string) =>
    selectors.filter((selector) => selector.startsWith(sign)).map((selector) => selector.slice(1));
  return { classes: namesAfter("."), ids: namesAfter("#") };
}

function isGeneral(filter: CosmeticFilter): boolean {
  const isPlain = /^[.#][\w-]+$/.test(filter.getSelector());
  return isPlain && filter.isGenericHide() && !filter.isUnhide() && !filter.hasCustomStyle();
}
