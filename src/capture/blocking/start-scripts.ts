// What is in place in every document before its own scripts run, so that banners are answered and never seen.
import { filterCompactRules, type IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import type { FiltersEngine } from "@ghostery/adblocker";
import { adoptStyles } from "../in-page/adopt-styles.ts";
import type { SweepResult } from "../in-page/sweep/plan.ts";
import { rulesByTokens } from "./element-rules.ts";

/** See-through, not gone: a platform's agent presses only buttons that are laid out. */
const UNSEEN = "opacity: 0 !important";

/** A style sheet for every element that the list hides by its class or id alone. */
export function prehideScript(
  engine: FiltersEngine,
  url: string,
  tokens: Omit<SweepResult["tokens"], "hrefs">,
): string {
  const { hide } = rulesByTokens("cookie_banners", engine, url, { ...tokens, hrefs: [] });
  const css = hide.map((selector) => `${selector} { ${UNSEEN} }`).join("\n");
  return `(${adoptStyles.toString()})(${JSON.stringify(css)});`;
}

/** The agent that answers consent platforms; it tells through the binding of that name. */
export function consentScript(
  program: string,
  rules: IndexedCMPRuleset,
  url: string,
  binding: string,
): string {
  const settings = {
    tell: binding,
    pageRules: filterCompactRules(rules, { url, mainFrame: true }),
    frameRules: filterCompactRules(rules, { url, mainFrame: false }),
  };
  return `(() => { ${program}; edgeshotConsent.start(${JSON.stringify(settings)}); })();`;
}
