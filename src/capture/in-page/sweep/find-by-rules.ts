// Rules of the lists, applied to this document.
import { parse, querySelectorAll } from "@ghostery/adblocker-extended-selectors";
import type { ElementRules } from "./plan.ts";

/** What the rules match, in the order of the rules. */
export function findByRules({ hide, procedural }: ElementRules): Element[] {
  return [...hide.flatMap(findAll), ...procedural.flatMap(findProcedural)];
}

/** One by one: what begins with a name is looked up, and a list of many is not. */
export function findAll(selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    // No CSS that this browser knows.
    return [];
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
