// Builds the scripts that run in every document before the page's own scripts. They prehide known banners and install
// the consent agent and the sweep program. Programs are compiled at first use, so that they do not delay the page.
import { filterCompactRules, type IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import type { FiltersEngine } from "@ghostery/adblocker";
import { adoptStyles } from "../in-page/adopt-styles.ts";
import type { Tokens } from "../in-page/sweep/plan.ts";
import { rulesByTokens } from "./element-rules.ts";

/** Transparent but not removed: the consent agent presses only buttons that have a layout. */
const TRANSPARENT = "opacity: 0 !important";

/** Milliseconds after which the consent agent starts even if the page is busy. */
const IDLE_LIMIT_MS = 200;

/** Returns a script that makes elements transparent when a generic rule hides them by class or id alone. */
export function prehideScript(
  engine: FiltersEngine,
  url: string,
  tokens: Omit<Tokens, "hrefs">,
): string {
  const { hide } = rulesByTokens("cookie_banners", engine, url, { ...tokens, hrefs: [] });
  const css = hide.map((selector) => `${selector} { ${TRANSPARENT} }`).join("\n");
  return `(${adoptStyles.toString()})(${JSON.stringify(css)});`;
}

/** Returns a script that starts the consent agent. The agent reports its progress through `binding`. */
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
  // Delete the binding so that the page can neither call it nor detect it.
  return `(() => {
    const { ${binding}: send, requestIdleCallback: whenIdle } = globalThis;
    delete globalThis.${binding};
    const start = () => { ${program}; edgeshotConsent.start(send, ${JSON.stringify(settings)}); };
    if (send) addEventListener("DOMContentLoaded", () => whenIdle(start, { timeout: ${IDLE_LIMIT_MS} }), { once: true });
  })();`;
}

/** Returns a script that defines `edgeshotSweep`. The program reports to the capture through `binding`. */
export function sweepScript(program: string, binding: string): string {
  return `(() => {
    let compiled;
    const compile = () => { ${program}; edgeshotSweep.connect(globalThis.${binding}); return edgeshotSweep; };
    Object.defineProperty(globalThis, "edgeshotSweep", { get: () => compiled ??= compile() });
    const report = () => edgeshotSweep.reportDocument();
    for (const event of ["DOMContentLoaded", "load"]) addEventListener(event, report, { once: true, capture: true });
  })();`;
}
