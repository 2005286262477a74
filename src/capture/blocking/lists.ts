// What scripts/blocking-data.ts has compiled, read from the static assets once per isolate and only when it is needed.
import { FiltersEngine } from "@ghostery/adblocker";
import { createLog } from "../../lib/log.ts";

export type Category = "ads" | "cookie_banners" | "chats";

/** The binding of the static assets. */
type Assets = { fetch: (address: string) => Promise<Response> };

const log = createLog("blocking");

export class Lists {
  readonly #assets: Assets;
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  /** Undefined, and logged, when it cannot be read: a capture goes on without it. */
  async engine(category: Category): Promise<FiltersEngine | undefined> {
    return this.#once(`${category}.bin`, async (answer) =>
      FiltersEngine.deserialize(new Uint8Array(await answer.arrayBuffer())),
    );
  }

  /** Domains that belong together, one array a vendor; empty when they cannot be read. */
  async vendorDomains(): Promise<string[][]> {
    const domains = await this.#once("vendor-domains.json", (answer) => answer.json<string[][]>());
    return domains ?? [];
  }

  async #once<T>(name: string, parse: (answer: Response) => Promise<T>): Promise<T | undefined> {
    const reading = this.#read.get(name) ?? this.#load(name, parse);
    this.#read.set(name, reading);
    try {
      // Whoever asked for this name first has parsed it as what the name stands for.
      return (await reading) as T;
    } catch (error) {
      // The next capture tries again; this one does without.
      this.#read.delete(name);
      log("list not read", { name, error });
      return undefined;
    }
  }

  async #load<T>(name: string, parse: (answer: Response) => Promise<T>): Promise<T> {
    // The binding takes any host.
    const answer = await this.#assets.fetch(`https://assets.invalid/blocking/${name}`);
    if (!answer.ok) throw new Error(`The static asset blocking/${name} answered ${answer.status}.`);
    return parse(answer);
  }
}
