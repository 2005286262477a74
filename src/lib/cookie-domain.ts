/** DNS allows 253 characters, without the dot at the end. */
const MAX_HOST_LENGTH = 254;
/** The URL parser reads these characters as other parts of a URL, or decodes or removes them. */
const URL_SYNTAX = /[\s\x00-\x1f\x7f/?#@\\%]/;
const BRACKETED = /^\[[^\]]*\]$/;
const NAME_OR_ADDRESS = /^(?:\[[0-9a-f:]+\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?)$/;

/**
 * Returns the domain of a cookie as browsers compare it with hosts: in lower case, an IDN in Punycode, the leading dot kept.
 * Returns undefined if no host can have this name or address.
 */
export function toCookieDomain(domain: string): string | undefined {
  const dot = domain.startsWith(".") ? "." : "";
  const host = domain.slice(dot.length);
  if (host.length > MAX_HOST_LENGTH) return undefined;
  if (URL_SYNTAX.test(host) || (host.includes(":") && !BRACKETED.test(host))) return undefined;
  const hostname = URL.parse(`http://${host}/`)?.hostname ?? "";
  return NAME_OR_ADDRESS.test(hostname) ? dot + hostname : undefined;
}
