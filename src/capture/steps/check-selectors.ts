// Validates CSS selectors in the blank tab, before the page is requested.
import { type ErrorDetails, ServiceError } from "../../contract/errors.ts";
import { invalidSelectors } from "../in-page/measure.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { CaptureRequest } from "../request.ts";
import type { Tab } from "../tab.ts";

/** Throws ServiceError(invalid_options) that names every invalid selector. */
export async function checkSelectors(
  tab: Tab,
  { options, invisibleSelectors = [] }: Pick<CaptureRequest, "options" | "invisibleSelectors">,
): Promise<void> {
  const named = [
    ["options.selector", options.selector],
    ["options.wait_for_selector", options.wait_for_selector],
    ["options.wait_for_hidden", options.wait_for_hidden],
    ["options.hover", options.hover],
    ...namesOf("options.click", options.click),
    ...namesOf("options.hide_selectors", options.hide_selectors),
    ...namesOf("compare.ignoreSelectors", invisibleSelectors),
  ].filter((pair): pair is [string, string] => pair[1] !== undefined);
  if (named.length === 0) return;

  const invalid = new Set(
    await evaluateIsolated(
      tab,
      invalidSelectors,
      named.map(([, selector]) => selector),
    ),
  );
  if (invalid.size === 0) return;
  const details: ErrorDetails = Object.fromEntries(
    named
      .filter(([, selector]) => invalid.has(selector))
      .map(([path]) => [path, "is not a valid CSS selector"]),
  );
  throw new ServiceError("invalid_options", { details });
}

function namesOf(path: string, selectors: string[] = []): [path: string, selector: string][] {
  return selectors.map((selector, index) => [`${path}.${index}`, selector]);
}
