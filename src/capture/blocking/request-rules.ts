// Applies block_resources and block_requests, the client's rules for the requests of a page.
import { type CaptureOptions, RESOURCE_TYPES } from "../../contract/capture-options.ts";
import { createUrlMatcher } from "../../lib/url-pattern.ts";
import type { RequestPolicy } from "../network/request-decision.ts";

type RuleOptions = Pick<CaptureOptions, "block_resources" | "block_requests">;

/** All other types of the protocol are `other`. */
const NAMED_TYPES = new Set<string>(RESOURCE_TYPES);

/** Returns `next` with the client's rules before it, or only `next` when the client sets no rules. */
export function withRequestRules(
  { block_resources, block_requests = [] }: RuleOptions,
  next: RequestPolicy | undefined,
): RequestPolicy | undefined {
  if (block_resources === undefined && block_requests.length === 0) return next;
  const types = new Set<string>([block_resources ?? []].flat());
  const matchesUrl = createUrlMatcher(block_requests);
  return (event) => {
    const type = event.resourceType.toLowerCase();
    const isBlocked =
      types.has(NAMED_TYPES.has(type) ? type : "other") || matchesUrl(event.request.url);
    if (!isBlocked) return next?.(event) ?? "continue";
    // A frame shows the browser's error page when the request for its document fails.
    return type === "document" ? { contentType: "text/html", body: "" } : "block";
  };
}
