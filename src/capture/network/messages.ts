// What a page's requests and answers say, and to whom they lead. Pure.
import type { Protocol } from "devtools-protocol";
import { ServiceError } from "../../contract/errors.ts";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkRemoteAddress } from "../../lib/public-address.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";

/**
 * Why this answer may not be shown, or undefined when it may: a public name may still lead to a private address, and
 * that shows only here. A remote port other than the URL's own is a proxy's, and its address says nothing about the
 * target.
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

/** Where an answer leads on to; undefined when it is no redirect. */
export function redirectTarget(event: Protocol.Fetch.RequestPausedEvent): string | undefined {
  const status = event.responseStatusCode ?? 0;
  if (status < 300 || status > 399) return undefined;
  const location = event.responseHeaders?.find(
    ({ name }) => name.toLowerCase() === "location",
  )?.value;
  return location === undefined ? undefined : URL.parse(location, event.request.url)?.href;
}

/** The request's headers with these added, or in the place of those that it has. */
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

/** The error of a request that may not be made, or whose answer may not be used. */
export function urlNotAllowed(address: string, reason: string): ServiceError {
  return new ServiceError("url_not_allowed", {
    details: { url: withoutCredentials(address), reason },
  });
}
