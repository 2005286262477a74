// What scripts/blocking/blocking-data.ts has compiled, read from the static assets once per isolate and only when it is needed.
import type { IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import { FiltersEngine } from "@ghostery/adblocker";
import { withDeadline } from "../../lib/deadline.ts";
import { createLog } from "../../lib/log.ts";
import type { Category } from "../in-page/sweep/plan.ts";

/** The binding of the static assets. */
type Assets = { fetch: (address: string) => Promise<Response> };

type Tokens = { classes: string[]; ids: string[] };

/** Milliseconds for one file; a capture is worth more than its blocking. */
const READ_LIMIT_MS = 5_000;

const log = createLog("blocking");

/** Each answer is undefined, and logged, when its file cannot be read: a capture goes on without it. */
export class Lists {
  readonly #assets: Assets;
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  async engine(category: Category): Promise<FiltersEngine | undefined> {
    return this.#once(`${category}.bin`, async (file) =>
      FiltersEngine.deserialize(new Uint8Array(await file.arrayBuffer())),
    );
  }

  /** Domains that belong together, one array a vendor. */
  async vendorDomains(): Promise<string[][] | undefined> {
    return this.#once("vendor-domains.json", (file) => file.json<string[][]>());
  }

  /** What general rules for cookie banners are found by. */
  async cookieTokens(): Promise<Tokens | undefined> {
    return this.#once("cookie-tokens.json", (file) => file.json<Tokens>());
  }

  /** Rules of the consent platforms. */
  async consentRules(): Promise<IndexedCMPRuleset | undefined> {
    return this.#once("consent-rules.json", (file) => file.json<IndexedCMPRuleset>());
  }

  /** Source of a program that runs inside the page. */
  async program(name: "consent" | "sweep"): Promise<string | undefined> {
    return this.#once(`${name}.js`, (file) => file.text());
  }

  async #once<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T | undefined> {
    const reading = this.#read.get(name) ?? this.#start(name, parse);
    this.#read.set(name, reading);
    // A name is always parsed in the same way.
    return reading as Promise<T | undefined>;
  }

  async #start<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T | undefined> {
    try {
      return await withDeadline(READ_LIMIT_MS, name, this.#load(name, parse));
    } catch (error) {
      // The next capture tries again; this one does without.
      this.#read.delete(name);
      log("list not read", { name, error });
      return undefined;
    }
  }

  async #load<T>(name: string, parse: (file: Response) => Promise<T>): Promise<T> {
    // The binding takes any host.
    const file = await this.#assets.fetch(`https://assets.invalid/blocking/${name}`);
    if (!file.ok) throw new Error(`The static asset blocking/${name} answered ${file.status}.`);
    return parse(file);
  }
}
