// Tracks the unfinished requests of a page.
import type { Protocol } from "devtools-protocol";
import { shortenUrl } from "../../lib/shorten.ts";

/** The maximum number of unfinished requests in an error. */
const MAX_PENDING_REPORTED = 5;

/** Requests of these types load content. Others, such as event streams, may never finish. */
const CONTENT_TYPES = new Set([
  "Document",
  "Fetch",
  "Font",
  "Image",
  "Script",
  "Stylesheet",
  "XHR",
]);

type PendingRequest = { url: string; type: Protocol.Network.ResourceType | undefined };

export class RequestTracker {
  readonly #mainFrameId: string;
  /** Unfinished requests by id, oldest first. */
  readonly #pending = new Map<string, PendingRequest>();
  /** Requests for documents of the main frame, until the first byte of their body arrives. */
  readonly #pageRequests = new Set<string>();
  #latest = "";
  #contentLoadedAt = 0;

  constructor(mainFrameId: string) {
    this.#mainFrameId = mainFrameId;
  }

  /** Returns the shortened addresses of unfinished requests, oldest first, or of the latest request when all have finished. */
  get pending(): string[] {
    const unfinished = [...this.#pending.values()]
      .slice(0, MAX_PENDING_REPORTED)
      .map(({ url }) => url);
    return (unfinished.length > 0 ? unfinished : [this.#latest]).map(shortenUrl);
  }

  /** Unfinished requests by id. */
  get unfinished(): ReadonlyMap<string, Readonly<PendingRequest>> {
    return this.#pending;
  }

  /** The time at which a request for content last finished, in milliseconds since 1970. 0: never. */
  get contentLoadedAt(): number {
    return this.#contentLoadedAt;
  }

  start({ requestId, request, type, frameId }: Protocol.Network.RequestWillBeSentEvent): void {
    this.#pending.set(requestId, { url: request.url, type });
    if (type === "Document" && frameId === this.#mainFrameId) this.#pageRequests.add(requestId);
    this.#latest = request.url;
  }

  receiveData(requestId: string): void {
    this.#pageRequests.delete(requestId);
  }

  finish(requestId: string): void {
    if (isContent(this.#pending.get(requestId))) this.#contentLoadedAt = Date.now();
    this.#pending.delete(requestId);
  }

  /** Returns whether the failed request was for the page's own document and no byte of its body had arrived. */
  fail(requestId: string): boolean {
    this.#pending.delete(requestId);
    return this.#pageRequests.has(requestId);
  }
}

export function isContent(request: Pick<PendingRequest, "type"> | undefined): boolean {
  return request?.type !== undefined && CONTENT_TYPES.has(request.type);
}
