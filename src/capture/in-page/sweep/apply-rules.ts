// Rules of the lists, applied to this document.
import { parse, querySelectorAll } from "@ghostery/adblocker-extended-selectors";
import type { ElementRules } from "./plan.ts";

/** What the rules match, outermost elements first. */
export function findByRules({ hide, procedural }: ElementRules): Element[] {
  return [...findAll(hide), ...procedural.flatMap(findProcedural)];
}

function findAll(selectors: readonly string[]): Element[] {
  if (selectors.length === 0) return [];
  try {
    // One walk for all of them: each alone would take as long.
    return [...document.querySelectorAll(selectors.join(","))];
  } catch {
    // One of them is no CSS that this browser knows: halved until it stands alone.
    const half = Math.ceil(selectors.length / 2);
    if (selectors.length === 1) return [];
    return [...findAll(selectors.slice(0, half)), ...findAll(selectors.slice(half))];
  }
}

function findProcedural(selector: string): Element[] {
  try {
    const program = parse(selector);
    return program === undefined ? [] : querySelectorAll(document.documentElement, program);
  } catch {
    // A rule that cannot be applied removes nothing.
    return [];
  }
}
