// Reads requests and responses of the DevTools protocol, without side effects.
import type { Protocol } from "devtools-protocol";
import { ServiceError } from "../../contract/errors.ts";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkRemoteAddress, checkTarget } from "../../lib/public-address.ts";
import { shortenUrl } from "../../lib/shorten.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";

/** Returns the reason why a page must not send this request, or undefined when the request is allowed. */
export function requestBlockReason(
  address: string,
  allowed: readonly PrivateTarget[],
): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "scheme";
  // These documents have no network address.
  if (url.protocol === "data:" || url.protocol === "blob:" || url.protocol === "about:")
    return undefined;
  return checkTarget(url, allowed);
}

/**
 * Returns the reason why a page must not use this response, or undefined when the response is allowed. A public name may
 * resolve to a private address, which only the response reveals. Skips responses of a proxy, whose port differs from the
 * URL's port.
 */
export function responseBlockReason(
  { remoteIPAddress, remotePort, url: address }: Protocol.Network.Response,
  allowed: readonly PrivateTarget[],
): string | undefined {
  if (remoteIPAddress === undefined || remoteIPAddress === "") return undefined;
  const url = URL.parse(address);
  if (url === null || remotePort !== Number(url.port || (url.protocol === "https:" ? 443 : 80)))
    return undefined;
  return checkRemoteAddress(url, remoteIPAddress, allowed);
}

/** Returns the target of a redirect, or undefined for other responses. */
export function redirectTarget(event: Protocol.Fetch.RequestPausedEvent): string | undefined {
  const status = event.responseStatusCode ?? 0;
  if (status < 300 || status > 399) return undefined;
  const location = event.responseHeaders?.find(
    ({ name }) => name.toLowerCase() === "location",
  )?.value;
  return location === undefined ? undefined : URL.parse(location, event.request.url)?.href;
}

/** Returns the request's headers with `added` headers, which replace headers of the same name. */
export function withHeaders(
  request: Protocol.Network.Request,
  added: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] {
  const extra = Object.entries(added).map(([name, value]) => ({ name, value }));
  const names = new Set(extra.map(({ name }) => name.toLowerCase()));
  const own = Object.entries(request.headers)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return [...own, ...extra];
}

/** Returns the error for a blocked request or response. */
export function urlNotAllowed(address: string, reason: string): ServiceError {
  return new ServiceError("url_not_allowed", {
    details: { url: shortenUrl(withoutCredentials(address)), reason },
  });
}
