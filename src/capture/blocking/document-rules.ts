// Finds the element rules of one document, and more rules when the page's documents report new tokens.
import type { FiltersEngine } from "@ghostery/adblocker";
import type { Category, ElementRules, Tokens } from "../in-page/sweep/plan.ts";
import type { Blocking } from "./blocking.ts";
import { isEmpty, rulesByTokens, rulesFor } from "./element-rules.ts";

export class DocumentRules {
  readonly #blocking: Blocking;
  readonly #url: string;
  readonly #bannerRules: ElementRules[] = [];
  #batchIndex = 0;

  constructor(blocking: Blocking, url: string) {
    this.#blocking = blocking;
    this.#url = url;
  }

  /** Returns all rules that apply to the document, according to the tokens that it has reported until now. */
  all(): ElementRules[] {
    const tokens = this.#nextTokens();
    return this.#collect((category, engine) => rulesFor(category, engine, this.#url, tokens));
  }

  /** Returns the generic rules for tokens that were reported after the previous call. */
  forNewTokens(): ElementRules[] {
    const tokens = this.#nextTokens();
    return this.#collect((category, engine) => rulesByTokens(category, engine, this.#url, tokens));
  }

  /** Returns all rules for cookie banners that have been found until now. */
  forBanners(): readonly ElementRules[] {
    return this.#bannerRules;
  }

  #nextTokens(): Tokens {
    const { reports } = this.#blocking;
    const tokens = reports.tokensSince(this.#batchIndex);
    this.#batchIndex = reports.batchCount;
    return tokens;
  }

  #collect(find: (category: Category, engine: FiltersEngine) => ElementRules): ElementRules[] {
    const { engines, issues } = this.#blocking;
    const found = [...engines].flatMap(([category, engine]) => {
      const rules = issues.attempt("element rules not found", { category }, () =>
        find(category, engine),
      );
      return rules === undefined || isEmpty(rules) ? [] : [rules];
    });
    this.#bannerRules.push(...found.filter(isBannerRules));
    return found;
  }
}

export function isBannerRules({ category }: ElementRules): boolean {
  return category === "cookie_banners";
}
