// Receives the reports of all documents of a page: their classes, ids and links, and late banners. Generic rules of the filter
// lists are indexed by classes, ids and links.
import type { CDPSession } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { DocumentReport, Tokens } from "../in-page/sweep/plan.ts";

/** Function through which documents report. It exists only in puppeteer's isolated world, hidden from the page. */
export const REPORT_BINDING = "edgeshotReport";

/** Maximum number of tokens per page. Additional tokens are ignored. */
const MAX_TOKENS = 60_000;

export class DocumentReports {
  readonly #batches: Tokens[] = [];
  #size = 0;
  #hasLateBanner = false;

  listen(session: CDPSession): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name !== REPORT_BINDING) return;
      // The cast is safe: only the sweep program can call this binding.
      const { tokens, hasBanner } = JSON.parse(payload) as DocumentReport;
      if (tokens !== undefined) this.addTokens(tokens);
      this.#hasLateBanner ||= hasBanner === true;
    });
    // Ignore errors: sessions of workers do not support this command.
    session
      .send("Runtime.addBinding", {
        name: REPORT_BINDING,
        executionContextName: UTILITY_WORLD_NAME,
      })
      .catch(() => undefined);
  }

  addTokens(tokens: Tokens): void {
    if (this.#size > MAX_TOKENS) return;
    this.#size += tokens.classes.length + tokens.ids.length + tokens.hrefs.length;
    this.#batches.push(tokens);
  }

  get batchCount(): number {
    return this.#batches.length;
  }

  /** Returns the tokens of all batches from the given index. */
  tokensSince(batchIndex: number): Tokens {
    const batches = this.#batches.slice(batchIndex);
    return {
      classes: batches.flatMap(({ classes }) => classes),
      ids: batches.flatMap(({ ids }) => ids),
      hrefs: batches.flatMap(({ hrefs }) => hrefs),
    };
  }

  /** Whether a document has reported a banner since forgetBanners(). */
  get hasLateBanner(): boolean {
    return this.#hasLateBanner;
  }

  /** Must be called before a sweep, which finds the banners of earlier reports. */
  forgetBanners(): void {
    this.#hasLateBanner = false;
  }
}
