// Which elements of one document the lists remove: their general rules, those of its host, and their exceptions.
import { type CosmeticFilter, type FiltersEngine, Request } from "@ghostery/adblocker";
import type { Category, ElementRules, Tokens } from "../in-page/sweep/plan.ts";

/** All rules that hold for a document of that address with these classes, ids and links. */
export function rulesFor(
  category: Category,
  engine: FiltersEngine,
  url: string,
  tokens: Tokens,
): ElementRules {
  const { matches, allowGenericHides } = engine.matchCosmeticFilters({
    ...placeOf(url),
    ...tokens,
    getRulesFromDOM: true,
    getRulesFromHostname: true,
    getExtendedRules: true,
    getInjectionRules: false,
  });
  const rules = toRules(category, matches);
  if (allowGenericHides) rules.hide.push(...generalSelectors(engine));
  return rules;
}

/** Of these the general rules that are found by classes, ids and links. */
export function rulesByTokens(
  category: Category,
  engine: FiltersEngine,
  url: string,
  tokens: Tokens,
): ElementRules {
  const { matches } = engine.matchCosmeticFilters({
    ...placeOf(url),
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

function placeOf(url: string) {
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

const general = new WeakMap<FiltersEngine, string[]>();

/** Selectors that no class, id or link leads to. The engine gives them as the style sheet that it makes of them. */
function generalSelectors(engine: FiltersEngine): string[] {
  const known = general.get(engine);
  if (known !== undefined) return known;
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
  general.set(engine, selectors);
  return selectors;
}
