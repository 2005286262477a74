// Matches addresses against patterns in which `*` matches any characters.

/**
 * Returns a function that matches addresses. Case does not matter.
 * - `example.com`, without `/`: a host and its subdomains, on every port.
 * - `/ads/*`: path and query on every host.
 * - `example.com/ads/*`: an address without its scheme.
 * - `https://example.com/*`: a whole address.
 */
export function createUrlMatcher(patterns: readonly string[]): (address: string) => boolean {
  const matchers = patterns.map((pattern) => matcherOf(pattern.toLowerCase()));
  return (address) => {
    const url = URL.parse(address.toLowerCase());
    return url !== null && matchers.some((matches) => matches(url));
  };
}

function matcherOf(pattern: string): (url: URL) => boolean {
  const matches = glob(pattern);
  if (pattern.includes("://")) return ({ href }) => matches(href);
  if (pattern.startsWith("/")) return ({ pathname, search }) => matches(pathname + search);
  if (pattern.includes("/"))
    return ({ host, pathname, search }) => matches(host + pathname + search);
  const matchesSubdomain = glob(`*.${pattern}`);
  return ({ hostname, host }) =>
    [hostname, host].some((name) => matches(name) || matchesSubdomain(name));
}

/** Searches the parts between the asterisks in order. This takes linear time for every pattern. */
function glob(pattern: string): (text: string) => boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (const part of others) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return text.endsWith(last) && text.length - last.length >= position;
  };
}
