// What is in place in every document before its own scripts run: banners are answered and never seen, and the sweep
// finds its program. Programs are compiled when they are first needed, which holds up no page.
import { filterCompactRules, type IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import type { FiltersEngine } from "@ghostery/adblocker";
import { adoptStyles } from "../in-page/adopt-styles.ts";
import type { Tokens } from "../in-page/sweep/plan.ts";
import { rulesByTokens } from "./element-rules.ts";

/** See-through, not gone: a platform's agent presses only buttons that are laid out. */
const UNSEEN = "opacity: 0 !important";

/** A style sheet for every element that the list hides by its class or id alone. */
export function prehideScript(
  engine: FiltersEngine,
  url: string,
  tokens: Omit<Tokens, "hrefs">,
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
    pageRules: filterCompactRules(rules, { url, mainFrame: true }),
    frameRules: filterCompactRules(rules, { url, mainFrame: false }),
  };
  // The page shall not find the binding, nor be found out by it.
  return `(() => {
    const { ${binding}: tell, requestIdleCallback: whenIdle } = globalThis;
    delete globalThis.${binding};
    const start = () => { ${program}; edgeshotConsent.start(tell, ${JSON.stringify(settings)}); };
    if (tell) addEventListener("DOMContentLoaded", () => whenIdle(start, { timeout: ${IDLE_LIMIT_MS} }), { once: true });
  })();`;
}

/** Milliseconds after which the agent does not wait for a quiet moment any more. */
const IDLE_LIMIT_MS = 200;

/** The sweep's program, as `edgeshotSweep`. It tells what it sees through the binding of that name. */
export function sweepScript(program: string, binding: string): string {
  return `(() => {
    let made;
    const make = () => { ${program}; return edgeshotSweep; };
    Object.defineProperty(globalThis, "edgeshotSweep", { get: () => made ??= make() });
    const tell = () => edgeshotSweep.tellTokens(${binding});
    for (const moment of ["DOMContentLoaded", "load"]) addEventListener(moment, tell, { once: true, capture: true });
  })();`;
}
