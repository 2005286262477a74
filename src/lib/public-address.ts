// Checks whether the service may request a URL on behalf of a client.
import { createAddressRules, type TargetUrl, type TargetViolation } from "./address-rules.ts";
import type { PrivateTarget } from "./private-targets.ts";

const rules = createAddressRules();

/**
 * Returns the reason why the service must not request a URL, or undefined when the URL is allowed.
 *
 * Allows http, https, ws and wss URLs without credentials whose host is a public address or a public name, and the
 * `allowed` private targets. Returns "scheme" for `data:`, `blob:` and `about:` URLs: a caller that accepts them must
 * test for them first. Does not resolve names: call `checkRemoteAddress` after the connection.
 */
export const checkTarget = rules.checkTarget;

/** Returns whether the URL's host and port are one of the private targets. */
export const isPrivateTarget = rules.isAllowed;

/**
 * Returns "private_address" when the response to a request for `url` came from a private address.
 * `remoteAddress`: an IPv4 or IPv6 address, such as `remoteIPAddress` of the DevTools protocol. Cached and synthetic
 * responses have no remote address: do not pass them.
 */
export function checkRemoteAddress(
  url: TargetUrl,
  remoteAddress: string,
  allowed: readonly PrivateTarget[],
): TargetViolation | undefined {
  if (rules.isAllowed(url, allowed)) return undefined;
  return isPublicAddress(remoteAddress) ? undefined : "private_address";
}

/** Returns whether `ip` is a public IPv4 or IPv6 address, with or without brackets. Returns false for invalid text. */
export function isPublicAddress(ip: string): boolean {
  const bare = ip.startsWith("[") ? ip.slice(1, -1) : ip;
  const literal = bare.includes(":") ? `http://[${bare}]/` : `http://${bare}/`;
  return URL.canParse(literal) && rules.isPublicIp(new URL(literal).hostname);
}
