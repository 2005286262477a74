// Decides which requests of one capture the block_* options block, by the filter lists and their exceptions.
import { type FiltersEngine, type NetworkFilter, Request } from "@ghostery/adblocker";
import type { Protocol } from "devtools-protocol";
import type { Category } from "../in-page/sweep/plan.ts";
import type { BlockingIssues } from "./issues.ts";

/** Maximum number of blocked addresses that are stored for a page. The sweep removes their elements. */
const MAX_ADDRESSES = 1_000;

export type PageRequest = Pick<
  Protocol.Fetch.RequestPausedEvent,
  "request" | "resourceType" | "frameId"
>;

export class RequestFilter {
  /** Number of blocked requests by category. */
  readonly counts: Partial<Record<Category, number>> = {};
  /** Category of each blocked address. */
  readonly blocked = new Map<string, Category>();
  readonly #engines: ReadonlyMap<Category, FiltersEngine>;
  readonly #target: URL;
  /** The target's registrable domain. */
  readonly #site: string;
  readonly #ownDomains: ReadonlySet<string>;
  readonly #issues: BlockingIssues;
  /** Address of the document in each frame. */
  readonly #documents = new Map<string, string>();

  /**
   * `vendorDomains` contains one array of domains per vendor. If the target is the site of a vendor, requests to all
   * domains of this vendor are allowed, because the site does not work without them.
   */
  constructor(
    engines: ReadonlyMap<Category, FiltersEngine>,
    target: URL,
    vendorDomains: string[][],
    issues: BlockingIssues,
  ) {
    this.#issues = issues;
    this.#engines = engines;
    this.#target = target;
    this.#site = domainOf(target.href);
    const own = vendorDomains.filter((domains) => domains.includes(this.#site));
    this.#ownDomains = new Set(own.flat());
  }

  /**
   * Returns the category that blocks this request and counts the request, or returns undefined. Must not be called for
   * the page's own document.
   */
  check({ request: { url }, resourceType, frameId }: PageRequest): Category | undefined {
    const isDocument = resourceType === "Document";
    // The parent requests the document of a frame; the document in the frame requests everything else.
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
      // A list that throws does not block the request; the other lists still apply.
      const result = this.#issues.attempt("request not matched", { category }, () =>
        engine.match(request),
      );
      if (result?.match && result.filter !== undefined && !this.#isOwnHost(result.filter))
        return category;
    }
    return undefined;
  }

  /** Returns whether the filter blocks the whole captured site. Such a filter would block every part of the page. */
  #isOwnHost(filter: NetworkFilter): boolean {
    return filter.getFilter() === "" && filter.getHostname() === this.#site;
  }
}

function engineType(type: Protocol.Network.ResourceType) {
  // The engine uses puppeteer's resource types: the protocol's names in lower case.
  return type.toLowerCase() as Lowercase<Exclude<typeof type, "FedCM">>;
}

function domainOf(url: string): string {
  return Request.fromRawDetails({ url }).domain;
}
