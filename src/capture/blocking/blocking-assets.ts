// Reads the compiled blocking data (scripts/blocking/blocking-data.ts) from the static assets.
import type { IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import { FiltersEngine } from "@ghostery/adblocker";
import { withDeadline } from "../../lib/deadline.ts";
import { createLog } from "../../lib/log.ts";
import type { Category } from "../in-page/sweep/plan.ts";

/** The binding of the static assets. */
type AssetsBinding = { fetch: (address: string) => Promise<Response> };

type CookieTokens = { classes: string[]; ids: string[] };

/** Milliseconds for one file. A capture must not wait longer for optional data. */
const READ_LIMIT_MS = 5_000;

const log = createLog("blocking");

/**
 * Reads each file when it is first needed and stores the result for the lifetime of the isolate. If a file cannot be
 * read, logs the error and returns undefined; the next call reads the file again.
 */
export class BlockingAssets {
  readonly #binding: AssetsBinding;
  readonly #results = new Map<string, Promise<unknown>>();

  constructor(binding: AssetsBinding) {
    this.#binding = binding;
  }

  async engine(category: Category): Promise<FiltersEngine | undefined> {
    return this.#readOnce(`${category}.bin`, async (file) =>
      FiltersEngine.deserialize(new Uint8Array(await file.arrayBuffer())),
    );
  }

  /** Returns one array of domains for each vendor. */
  async vendorDomains(): Promise<string[][] | undefined> {
    return this.#readOnce("vendor-domains.json", (file) => file.json<string[][]>());
  }

  /** Returns the classes and ids that generic rules for cookie banners hide. */
  async cookieTokens(): Promise<CookieTokens | undefined> {
    return this.#readOnce("cookie-tokens.json", (file) => file.json<CookieTokens>());
  }

  /** Returns autoconsent's rules for consent platforms. */
  async consentRules(): Promise<IndexedCMPRuleset | undefined> {
    return this.#readOnce("consent-rules.json", (file) => file.json<IndexedCMPRuleset>());
  }

  /** Returns the source of a program that runs in the page. */
  async program(name: "consent" | "sweep"): Promise<string | undefined> {
    return this.#readOnce(`${name}.js`, (file) => file.text());
  }

  async #readOnce<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T | undefined> {
    const result = this.#results.get(name) ?? this.#read(name, parse);
    this.#results.set(name, result);
    // The cast is safe: each file name always has the same `parse`.
    return result as Promise<T | undefined>;
  }

  async #read<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T | undefined> {
    try {
      return await withDeadline(READ_LIMIT_MS, name, this.#fetch(name, parse));
    } catch (error) {
      this.#results.delete(name);
      log("asset not read", { name, error });
      return undefined;
    }
  }

  async #fetch<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T> {
    // The binding ignores the host.
    const file = await this.#binding.fetch(`https://assets.invalid/blocking/${name}`);
    if (!file.ok) {
      throw new Error(
        `The static asset blocking/${name} returned status ${file.status}. Run "npm run lists" and deploy again.`,
      );
    }
    return parse(file);
  }
}
