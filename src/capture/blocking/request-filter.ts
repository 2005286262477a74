// Which requests of one capture the block_* options take away: the lists decide, with their exceptions.
import { type FiltersEngine, type NetworkFilter, Request } from "@ghostery/adblocker";
import type { Protocol } from "devtools-protocol";
import type { Category } from "../in-page/sweep/plan.ts";
import type { Gaps } from "./issues.ts";

/** Addresses of a page that are remembered, so that the elements which asked for them can be removed. */
const MAX_ADDRESSES = 1_000;

export type PageRequest = Pick<
  Protocol.Fetch.RequestPausedEvent,
  "request" | "resourceType" | "frameId"
>;

export class RequestFilter {
  /** Requests that were blocked, by what blocked them. */
  readonly counts: Partial<Record<Category, number>> = {};
  /** What was blocked, by address. */
  readonly blocked = new Map<string, Category>();
  readonly #engines: ReadonlyMap<Category, FiltersEngine>;
  readonly #target: URL;
  /** The target's registrable domain. */
  readonly #site: string;
  readonly #ownDomains: ReadonlySet<string>;
  readonly #gaps: Gaps;
  /** Address of the document in each frame. */
  readonly #documents = new Map<string, string>();

  /** `ownDomains`: of the vendor whose site the target is. Its own parts are never blocked: the site would not work. */
  constructor(
    engines: ReadonlyMap<Category, FiltersEngine>,
    target: URL,
    vendorDomains: string[][],
    gaps: Gaps,
  ) {
    this.#gaps = gaps;
    this.#engines = engines;
    this.#target = target;
    this.#site = domainOf(target.href);
    const own = vendorDomains.filter((domains) => domains.includes(this.#site));
    this.#ownDomains = new Set(own.flat());
  }

  /** What does not want this request, or undefined. Not to be asked about the page's own document. */
  judge({ request: { url }, resourceType, frameId }: PageRequest): Category | undefined {
    const isDocument = resourceType === "Document";
    // A frame's document is asked for by what holds the frame; all others by the document in it.
    const sourceUrl = (isDocument ? undefined : this.#documents.get(frameId)) ?? this.#target.href;
    if (isDocument) this.#documents.set(frameId, url);
    const type = isDocument ? "sub_frame" : engineType(resourceType);
    const category = this.#match(Request.fromRawDetails({ url, sourceUrl, type }));
    if (category === undefined) return undefined;
    this.counts[category] = (this.counts[category] ?? 0) + 1;
    if (this.blocked.size < MAX_ADDRESSES) this.blocked.set(url, category);
    return category;
  }

  #match(request: Request): Category | undefined {
    if (this.#ownDomains.has(request.domain)) return undefined;
    for (const [category, engine] of this.#engines) {
      // A list that fails says nothing about this request.
      const verdict = this.#gaps.attempt("request not judged", { category }, () =>
        engine.match(request),
      );
      if (verdict?.match && verdict.filter !== undefined && !this.#isOwnHost(verdict.filter))
        return category;
    }
    return undefined;
  }

  /** Whether the filter lists the captured site itself, whole: a vendor's, or the list would ruin the page. */
  #isOwnHost(filter: NetworkFilter): boolean {
    return filter.getFilter() === "" && filter.getHostname() === this.#site;
  }
}

function engineType(type: Protocol.Network.ResourceType) {
  // The protocol's names in small letters are those that the engine knows from puppeteer.
  return type.toLowerCase() as Lowercase<Exclude<typeof type, "FedCM">>;
}

function domainOf(url: string): string {
  return Request.fromRawDetails({ url }).domain;
}
