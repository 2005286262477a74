// Classes, ids and links that the documents of one page have told of: by them the lists' general rules are found.
import type { CDPSession } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { Tokens } from "../in-page/sweep/plan.ts";

/** How documents tell: a function of the world in which puppeteer asks them, where the page's scripts cannot find it. */
export const TELL = "edgeshotTell";

/** A page with more of them is judged by these. */
const MAX_TOKENS = 60_000;

export class Sightings {
  readonly #told: Tokens[] = [];
  #size = 0;

  listen(session: CDPSession): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      // Whoever calls it is a program of ours.
      if (name === TELL) this.add(JSON.parse(payload) as Tokens);
    });
    // Workers have no documents.
    session
      .send("Runtime.addBinding", { name: TELL, executionContextName: UTILITY_WORLD_NAME })
      .catch(() => undefined);
  }

  add(tokens: Tokens): void {
    if (this.#size > MAX_TOKENS) return;
    this.#size += tokens.classes.length + tokens.ids.length + tokens.hrefs.length;
    this.#told.push(tokens);
  }

  /** A place in the order in which they came. */
  get end(): number {
    return this.#told.length;
  }

  since(place: number): Tokens {
    const told = this.#told.slice(place);
    return {
      classes: told.flatMap(({ classes }) => classes),
      ids: told.flatMap(({ ids }) => ids),
      hrefs: told.flatMap(({ hrefs }) => hrefs),
    };
  }
}
