// Finds the elements that the rules of the filter lists match in this document.
import { parse, querySelectorAll } from "@ghostery/adblocker-extended-selectors";
import type { ElementRules } from "./plan.ts";

/** Returns the matching elements in the order of the rules. */
export function findByRules({ hide, procedural }: ElementRules): Element[] {
  return [...hide.flatMap(findAll), ...procedural.flatMap(findProcedural)];
}

/** Takes one selector per call: Chromium uses its indexes for a single simple selector but not for a long list. */
export function findAll(selector: string): Element[] {
  try {
    return dom.all(selector);
  } catch {
    // The browser does not support this selector.
    return [];
  }
}

function findProcedural(selector: string): Element[] {
  try {
    const program = parse(selector);
    return program === undefined
      ? []
      : querySelectorAll(dom.get(document, "documentElement"), program);
  } catch {
    // A rule that fails matches nothing.
    return [];
  }
}
