// Reads the compiled blocking data (scripts/blocking/blocking-data.ts) from the static assets.
import type { IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import { FiltersEngine } from "@ghostery/adblocker";
import { withDeadline } from "../../lib/deadline.ts";
import { createLog } from "../../lib/log.ts";
import type { Category } from "../in-page/sweep/plan.ts";

/** The binding of the static assets. */
type AssetsBinding = { fetch: (address: string) => Promise<Response> };

type CookieTokens = { classes: string[]; ids: string[] };

const CATEGORIES: Category[] = ["ads", "cookie_banners", "chats", "trackers"];

/** Milliseconds for one file. A capture must not wait longer for optional data. */
const READ_LIMIT_MS = 5_000;

const log = createLog("blocking");

/**
 * The parsed files of an isolate, which are large. Contains no promises: a promise of an object that has ended never
 * settles.
 */
const parsedFiles = new Map<string, unknown>();

/**
 * Reads each file when it is first needed and stores the result for the lifetime of the isolate. If a file cannot be read
 * within 5 seconds, logs the error and returns undefined; the next call reads the file again.
 */
export class BlockingAssets {
  readonly #binding: AssetsBinding;
  readonly #parsed: Map<string, unknown>;
  /** Files that are being read. */
  readonly #loads = new Map<string, Promise<unknown>>();

  constructor(binding: AssetsBinding, parsed = parsedFiles) {
    this.#binding = binding;
    this.#parsed = parsed;
  }

  /** Reads all files, so that later captures do not wait for them. */
  async load(): Promise<void> {
    await Promise.all([
      ...CATEGORIES.map(async (category) => this.engine(category)),
      this.vendorDomains(),
      this.cookieTokens(),
      this.consentRules(),
      this.program("consent"),
      this.program("sweep"),
    ]);
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
    // The casts are safe: each file name always has the same `parse`.
    const parsed = this.#parsed.get(name) as T | undefined;
    if (parsed !== undefined) return parsed;
    const load = (this.#loads.get(name) as Promise<T> | undefined) ?? this.#load(name, parse);
    try {
      return await withDeadline(READ_LIMIT_MS, name, load);
    } catch (error) {
      if (this.#loads.get(name) !== load) return undefined;
      // The next call must not wait for the same load.
      this.#loads.delete(name);
      log("asset not read", { name, error });
      return undefined;
    }
  }

  #load<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T> {
    const load = this.#fetch(name, parse).then((file) => {
      this.#parsed.set(name, file);
      this.#loads.delete(name);
      return file;
    });
    this.#loads.set(name, load);
    return load;
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
