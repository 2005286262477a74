// Checks the arguments of pseudo-classes and pseudo-elements that are no selectors.
import type { Argument } from "css-tree/selector-parser";
import { tokenTypes as types } from "css-tree/tokenizer";
import { tokenTypesOf } from "./complete-selector.ts";
import { parseSelectors } from "./parse-selectors.ts";

/** Not valid as names that a style sheet defines. */
const CSS_WIDE_KEYWORDS = /^(inherit|initial|unset|revert|revert-layer|revert-rule|default)$/i;

export function isIdentifier(argument: Argument | undefined): boolean {
  return argument?.type === "Raw" && tokenTypesOf(argument.value).join() === String(types.Ident);
}

export function areIdentifiers(argument: Argument | undefined): boolean {
  if (argument?.type !== "Raw") return false;
  const found = tokenTypesOf(argument.value);
  return found.length > 0 && found.every((type) => type === types.Ident);
}

export function isIdentifierList(argument: Argument | undefined): boolean {
  if (argument?.type !== "Raw") return false;
  const found = tokenTypesOf(argument.value);
  const isAlternating = found.every(
    (type, index) => type === (index % 2 === 0 ? types.Ident : types.Comma),
  );
  return found.length % 2 === 1 && isAlternating;
}

/** A name or `*`, classes, or both, such as `hero.slow`. Spaces are valid after a name. */
export function isTransitionName(argument: Argument | undefined): boolean {
  const list = argument?.type === "Raw" ? parseSelectors(argument.value) : undefined;
  const [selector, ...others] = list?.children ?? [];
  if (selector === undefined || others.length > 0) return false;
  const parts = [...selector.children];
  const startsWithStar = parts[0]?.type === "TypeSelector" && parts[0].name === "*";
  return parts.every((part, index) => {
    if (part.type === "Combinator") return part.name === " " && !startsWithStar;
    const isName = part.type === "TypeSelector" && index === 0 && !part.name.includes("|");
    return (part.type === "ClassSelector" || isName) && !CSS_WIDE_KEYWORDS.test(part.name);
  });
}
