// Fails captures of pages that show the wrong text, such as an error page with status 200.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { findTexts } from "../in-page/shown-text.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** Throws ServiceError(content_check_failed) that names the first text that must not be shown or that is missing. */
export async function checkText(
  tab: Tab,
  { fail_if_text: forbidden = [], fail_unless_text: required = [] }: CaptureOptions,
  budget: Budget,
): Promise<void> {
  const texts = [...forbidden, ...required];
  if (texts.length === 0) return;
  const found = await budget.run("capture", () => evaluateIsolated(tab, findTexts, texts));
  for (const [index, text] of texts.entries()) {
    const isForbidden = index < forbidden.length;
    if (found[index] !== isForbidden) continue;
    const option = isForbidden ? "fail_if_text" : "fail_unless_text";
    throw new ServiceError("content_check_failed", {
      message: isForbidden
        ? "The page shows a text of `fail_if_text`."
        : "The page does not show a text of `fail_unless_text`.",
      details: { option: `options.${option}`, text },
    });
  }
}
