// Finds the rules of a filter list that remove elements from one document, after applying the list's exceptions.
import { type CosmeticFilter, type FiltersEngine, Request } from "@ghostery/adblocker";
import type { Category, ElementRules, Tokens } from "../in-page/sweep/plan.ts";

/** Returns all rules for a document with this address: generic rules for its tokens, and rules for its host. */
export function rulesFor(
  category: Category,
  engine: FiltersEngine,
  url: string,
  tokens: Tokens,
): ElementRules {
  const { matches, allowGenericHides } = engine.matchCosmeticFilters({
    ...parseUrl(url),
    ...tokens,
    getRulesFromDOM: true,
    getRulesFromHostname: true,
    getExtendedRules: true,
    getInjectionRules: false,
  });
  const rules = toRules(category, matches);
  if (allowGenericHides) rules.hide.push(...untokenizedSelectors(engine));
  return rules;
}

/** Returns only the generic rules that match one of the tokens. */
export function rulesByTokens(
  category: Category,
  engine: FiltersEngine,
  url: string,
  tokens: Tokens,
): ElementRules {
  const { matches } = engine.matchCosmeticFilters({
    ...parseUrl(url),
    ...tokens,
    getRulesFromDOM: true,
    getRulesFromHostname: false,
    getExtendedRules: true,
    getInjectionRules: false,
  });
  return toRules(category, matches);
}

export function isEmpty({ hide, procedural, restyle }: ElementRules): boolean {
  return hide.length + procedural.length + restyle.length === 0;
}

function parseUrl(url: string) {
  const { hostname, domain } = Request.fromRawDetails({ url });
  return { url, hostname, domain };
}

type Matches = ReturnType<FiltersEngine["matchCosmeticFilters"]>["matches"];

function toRules(category: Category, matches: Matches): ElementRules {
  const rules: ElementRules = { category, hide: [], procedural: [], restyle: [] };
  for (const { filter, exception } of matches) {
    if (filter === undefined || exception !== undefined) continue;
    addRule(rules, filter);
  }
  return rules;
}

function addRule(rules: ElementRules, filter: CosmeticFilter): void {
  const selector = filter.getSelector();
  if (filter.isExtended()) rules.procedural.push(selector);
  else if (filter.hasCustomStyle()) rules.restyle.push([selector, filter.getStyle()]);
  else rules.hide.push(selector);
}

const HIDING_STYLE = "display: none !important;";
const DECLARATIONS = ` { ${HIDING_STYLE} }`;

const untokenized = new WeakMap<FiltersEngine, string[]>();

/** Returns the generic selectors without a token. The engine returns them only as a style sheet. */
function untokenizedSelectors(engine: FiltersEngine): string[] {
  const cached = untokenized.get(engine);
  if (cached !== undefined) return cached;
  const { styles } = engine.getCosmeticsFilters({
    url: "",
    hostname: "",
    domain: "",
    getBaseRules: true,
    getRulesFromDOM: false,
    getRulesFromHostname: false,
    getInjectionRules: false,
    getExtendedRules: false,
    hidingStyle: HIDING_STYLE,
  });
  const selectors = styles
    .split(DECLARATIONS)
    .flatMap((list) => list.trim().split(",\n"))
    .filter((selector) => selector !== "");
  untokenized.set(engine, selectors);
  return selectors;
}
