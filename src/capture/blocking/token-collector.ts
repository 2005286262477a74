// Collects classes, ids and links from all documents of a page. Generic rules of the filter lists are indexed by them.
import type { CDPSession } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { Tokens } from "../in-page/sweep/plan.ts";

/** Function through which documents report tokens. It exists only in puppeteer's isolated world, hidden from the page. */
export const TOKENS_BINDING = "edgeshotReportTokens";

/** Maximum number of tokens per page. Additional tokens are ignored. */
const MAX_TOKENS = 60_000;

export class TokenCollector {
  readonly #batches: Tokens[] = [];
  #size = 0;

  listen(session: CDPSession): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      // The cast is safe: only the sweep program can call this binding.
      if (name === TOKENS_BINDING) this.add(JSON.parse(payload) as Tokens);
    });
    // Ignore errors: sessions of workers do not support this command.
    session
      .send("Runtime.addBinding", {
        name: TOKENS_BINDING,
        executionContextName: UTILITY_WORLD_NAME,
      })
      .catch(() => undefined);
  }

  add(tokens: Tokens): void {
    if (this.#size > MAX_TOKENS) return;
    this.#size += tokens.classes.length + tokens.ids.length + tokens.hrefs.length;
    this.#batches.push(tokens);
  }

  get batchCount(): number {
    return this.#batches.length;
  }

  /** Returns the tokens of all batches from the given index. */
  since(batchIndex: number): Tokens {
    const batches = this.#batches.slice(batchIndex);
    return {
      classes: batches.flatMap(({ classes }) => classes),
      ids: batches.flatMap(({ ids }) => ids),
      hrefs: batches.flatMap(({ hrefs }) => hrefs),
    };
  }
}
