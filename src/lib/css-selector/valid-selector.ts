// Checks CSS selectors by the rules of Chromium's document.querySelector(). test/capture/selector.test.ts compares the
// results with the browser.
import type {
  Argument,
  AttributeSelector,
  PseudoSelector,
  Selector,
  SelectorList,
  SelectorPart,
} from "css-tree/selector-parser";
import { parseSelectors } from "./parse-selectors.ts";
import {
  areIdentifiers,
  isIdentifier,
  isIdentifierList,
  isTransitionName,
} from "./pseudo-arguments.ts";
import {
  canFollowPseudoElement,
  isKnownPseudoClass,
  isKnownPseudoElement,
  LEGACY_PSEUDO_ELEMENTS,
} from "./pseudo-names.ts";

/** The position of a selector inside other selectors, which restricts its content. */
type Place = {
  allowsPseudoElements: boolean;
  /** Allows neither combinators nor `:has()`. */
  isCompound: boolean;
  isInsideHas: boolean;
  /** The pseudo-element to which the selector applies, such as "before" in `::before:not(:hover)`. */
  pseudoElement: string | undefined;
};

const ANYWHERE: Place = {
  allowsPseudoElements: true,
  isCompound: false,
  isInsideHas: false,
  pseudoElement: undefined,
};

/** Returns whether Chromium accepts a selector or a list of selectors. */
export function isValidSelector(selector: string): boolean {
  const list = parseSelectors(selector);
  return list !== undefined && isValidList(list, ANYWHERE);
}

function isValidList({ children }: SelectorList, place: Place): boolean {
  return [...children].every((selector) => isValidComplex(selector, place));
}

/** `isRelative`: the selector may start with a combinator. */
function isValidComplex(selector: Selector, place: Place, isRelative = false): boolean {
  const parts = [...selector.children];
  const combinators = parts.filter((part) => part.type === "Combinator");
  if (combinators.some(({ name }) => ![" ", ">", "+", "~"].includes(name))) return false;
  if (place.isCompound && combinators.length > 0) return false;
  const compounds = splitAtCombinators(parts);
  const startsWithCombinator = isRelative && parts[0]?.type === "Combinator";
  return compounds.every(
    (compound, index) =>
      isValidCompound(compound, place, index === 0 && startsWithCombinator) &&
      (index === compounds.length - 1 || !compound.some(isPseudoElement)),
  );
}

function splitAtCombinators(parts: SelectorPart[]): SelectorPart[][] {
  const compounds: SelectorPart[][] = [[]];
  for (const part of parts) {
    if (part.type === "Combinator") compounds.push([]);
    else compounds.at(-1)?.push(part);
  }
  return compounds;
}

function isValidCompound(parts: SelectorPart[], place: Place, mayBeEmpty: boolean): boolean {
  if (parts.length === 0) return mayBeEmpty;
  let { pseudoElement } = place;
  return parts.every((part, index) => {
    const isValid =
      isAllowedAfter(pseudoElement, part) && isValidPart(part, index, { ...place, pseudoElement });
    if (isPseudoElement(part)) pseudoElement = keyOf(part);
    return isValid;
  });
}

/** Distinguishes `::cue` and `::cue()`. */
function keyOf({ name, children }: PseudoSelector): string {
  return children === null ? name : `${name}()`;
}

function isAllowedAfter(pseudoElement: string | undefined, part: SelectorPart): boolean {
  if (pseudoElement === undefined) return true;
  const isPseudo = part.type === "PseudoClassSelector" || part.type === "PseudoElementSelector";
  return isPseudo && canFollowPseudoElement(pseudoElement, keyOf(part), isPseudoElement(part));
}

function isValidPart(part: SelectorPart, index: number, place: Place): boolean {
  switch (part.type) {
    case "TypeSelector":
      return index === 0 && hasKnownNamespace(part.name);
    case "IdSelector":
      // Not an identifier, such as #1a.
      return !/^-?\d|^-$/.test(part.name);
    case "AttributeSelector":
      return isValidAttribute(part);
    case "ClassSelector":
    case "NestingSelector":
      return true;
    case "PseudoClassSelector":
    case "PseudoElementSelector":
      return isPseudoElement(part)
        ? place.allowsPseudoElements && isValidPseudoElement(part, place)
        : isValidPseudoClass(part, place);
    default:
      // css-tree also parses the selectors of @keyframes.
      return false;
  }
}

/** No namespace is declared, so only `*|` and `|` are valid. Chromium also accepts an escaped asterisk. */
function hasKnownNamespace(name: string): boolean {
  return /^(\\?\*)?\|/.test(name) || !name.replaceAll(/\\./gs, "").includes("|");
}

function isValidAttribute({ name, matcher, flags }: AttributeSelector): boolean {
  const areFlagsValid = flags === null || (matcher !== null && /^i$/i.test(flags));
  return hasKnownNamespace(name.name) && areFlagsValid;
}

function isPseudoElement(part: SelectorPart): part is PseudoSelector {
  return (
    part.type === "PseudoElementSelector" ||
    (part.type === "PseudoClassSelector" &&
      part.children === null &&
      LEGACY_PSEUDO_ELEMENTS.has(part.name))
  );
}

function isValidPseudoClass({ name, children }: PseudoSelector, place: Place): boolean {
  if (children === null) return isKnownPseudoClass(name);
  const [argument, ...others] = children;
  const inside: Place = { ...place, allowsPseudoElements: false };
  switch (name) {
    case "is":
    case "where":
      // completeSelector() has emptied the list.
      return true;
    case "not":
      return isListOf(argument, (selector) => isValidComplex(selector, inside));
    case "has":
      return (
        !place.isCompound &&
        !place.isInsideHas &&
        place.pseudoElement === undefined &&
        isListOf(argument, (selector) =>
          isValidComplex(selector, { ...inside, isInsideHas: true }, true),
        )
      );
    case "host":
    case "host-context":
      return (
        argument?.type === "Selector" && isValidComplex(argument, { ...inside, isCompound: true })
      );
    case "-webkit-any":
      return isListOf(argument, (selector) =>
        isValidComplex(selector, { ...inside, isCompound: true }),
      );
    case "nth-child":
    case "nth-last-child":
      return (
        argument?.type === "Nth" &&
        (argument.selector === null || isValidList(argument.selector, place))
      );
    case "nth-of-type":
    case "nth-last-of-type":
      return argument?.type === "Nth" && argument.selector === null;
    case "dir":
      return argument?.type === "Identifier";
    case "lang":
      return others.length === 0 && argument?.type === "Identifier";
    case "state":
      return isIdentifier(argument);
    case "active-view-transition-type":
      return isIdentifierList(argument);
    default:
      return false;
  }
}

function isValidPseudoElement({ name, children }: PseudoSelector, place: Place): boolean {
  if (children === null) return isKnownPseudoElement(name);
  const [argument] = children;
  const inside: Place = { ...place, allowsPseudoElements: false, isCompound: true };
  switch (name) {
    case "slotted":
      return argument?.type === "Selector" && isValidComplex(argument, inside);
    case "cue": {
      const list = argument?.type === "Raw" ? parseSelectors(argument.value) : undefined;
      return list !== undefined && isValidList(list, inside);
    }
    case "part":
      return areIdentifiers(argument);
    case "highlight":
      return isIdentifier(argument);
    case "picker":
      return argument?.type === "Raw" && /^\s*select\s*$/i.test(argument.value);
    case "scroll-button":
      return (
        argument?.type === "Raw" &&
        /^\s*(\*|up|down|left|right|(block|inline)-(start|end))\s*$/i.test(argument.value)
      );
    case "view-transition-group":
    case "view-transition-group-children":
    case "view-transition-image-pair":
    case "view-transition-new":
    case "view-transition-old":
      return isTransitionName(argument);
    default:
      return false;
  }
}

function isListOf(
  argument: Argument | undefined,
  isValid: (selector: Selector) => boolean,
): boolean {
  return (
    argument?.type === "SelectorList" && [...argument.children].every((child) => isValid(child))
  );
}
