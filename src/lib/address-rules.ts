// Rules for URLs that the service must not request: private addresses, internal names, other schemes.
import type { PrivateTarget } from "./private-targets.ts";

/** Reason why the service must not request a URL. */
export type TargetViolation = "scheme" | "credentials" | "private_address" | "internal_name";

/** The parts of a WHATWG `URL` that the rules read. */
export type TargetUrl = Pick<URL, "protocol" | "hostname" | "port" | "username" | "password">;

/**
 * Creates the address rules. See `public-address.ts` for the meaning of each function.
 *
 * Sources: the IANA registries of special-purpose IPv4 and IPv6 addresses and of special-use domain names;
 * RFC 6762, appendix G, for the names used in private networks.
 */
export function createAddressRules() {
  // No public host uses these names. The list omits .invalid, .example, .onion and .alt: they never resolve,
  // and the browser's "no such host" is the clearer error.
  const reserved =
    "localhost local internal home.arpa test intranet private corp home lan localdomain";
  // Public DNS services that resolve to private addresses. No list can be complete: checkRemoteAddress rejects the others
  // after the connection.
  const rebinding = "localtest.me lvh.me nip.io sslip.io xip.io";
  const internalNames = `${reserved} ${rebinding}`.split(" ");

  return { checkTarget, isAllowed, isPublicIp };

  function checkTarget(
    url: TargetUrl,
    allowed: readonly PrivateTarget[],
  ): TargetViolation | undefined {
    if (!isSecure(url) && url.protocol !== "http:" && url.protocol !== "ws:") return "scheme";
    if (url.username !== "" || url.password !== "") return "credentials";
    if (isAllowed(url, allowed)) return undefined;
    const host = trimDots(url.hostname);
    if (host[0] === "[" || lastLabelIsNumber(host))
      return isPublicIp(host) ? undefined : "private_address";
    return isInternalName(host) ? "internal_name" : undefined;
  }

  // Expects a hostname that `URL` normalized: an IPv4 address in dotted decimal or an IPv6 address in brackets.
  function isPublicIp(hostname: string): boolean {
    return hostname[0] === "[" ? isPublicV6(hostname) : isPublicV4(hostname);
  }

  function isSecure(url: TargetUrl): boolean {
    return url.protocol === "https:" || url.protocol === "wss:";
  }

  function isAllowed(url: TargetUrl, allowed: readonly PrivateTarget[]): boolean {
    const host = trimDots(url.hostname);
    const defaultPort = isSecure(url) ? "443" : "80";
    for (let i = 0; i < allowed.length; i++) {
      const target = allowed[i];
      if (target === undefined || target.host !== host) continue;
      if (target.port === "*" || target.port === url.port) return true;
      if (url.port === "" && target.port === defaultPort) return true;
    }
    return false;
  }

  function trimDots(host: string): string {
    let end = host.length;
    while (end > 0 && host[end - 1] === ".") end--;
    if (end === host.length) return host;
    let trimmed = "";
    for (let i = 0; i < end; i++) trimmed += host[i];
    return trimmed;
  }

  // `URL` converts every numeric host to four decimal octets, except forms such as "1.0x7f..". No public
  // top-level domain begins with a digit.
  function lastLabelIsNumber(host: string): boolean {
    let start = host.length;
    while (start > 0 && host[start - 1] !== ".") start--;
    return isDigit(host[start]);
  }

  function isInternalName(host: string): boolean {
    let dots = 0;
    for (let i = 0; i < host.length; i++) if (host[i] === ".") dots++;
    if (dots === 0) return true;
    for (let i = 0; i < internalNames.length; i++) {
      if (isUnder(host, internalNames[i] ?? "")) return true;
    }
    return false;
  }

  function isUnder(host: string, domain: string): boolean {
    const offset = host.length - domain.length;
    if (offset < 0 || (offset > 0 && host[offset - 1] !== ".")) return false;
    for (let i = 0; i < domain.length; i++) if (host[offset + i] !== domain[i]) return false;
    return true;
  }

  function isPublicV4(dotted: string): boolean {
    const octets: [number, number, number, number] = [0, 0, 0, 0];
    let at = 0;
    for (let i = 0; i < dotted.length; i++) {
      const character = dotted[i] ?? "";
      if (character === ".") at++;
      else if (isDigit(character)) octets[at] = (octets[at] ?? 0) * 10 + +character;
      else return false;
    }
    return at === 3 && arePublicOctets(octets[0], octets[1], octets[2], octets[3]);
  }

  function arePublicOctets(a: number, b: number, c: number, d: number): boolean {
    if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
    if (a === 100) return b < 64 || b > 127; // carrier-grade NAT
    if (a === 169) return b !== 254; // link-local, metadata services
    if (a === 172) return b < 16 || b > 31;
    if (a === 192 && b === 0) return c !== 0 && c !== 2; // protocol assignments, documentation
    if (a === 192 && b === 88) return c !== 99; // 6to4 relays, retired
    if (a === 192) return b !== 168;
    if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100); // benchmarks, documentation
    if (a === 203) return !(b === 0 && c === 113); // documentation
    // Azure serves instance metadata at this public-looking address.
    return !(a === 168 && b === 63 && c === 129 && d === 16);
  }

  function isPublicV6(bracketed: string): boolean {
    const g = groupsOf(bracketed);
    if (g[0] === 0 && g[1] === 0 && g[2] === 0 && g[3] === 0 && g[4] === 0 && g[5] === 0xffff) {
      return isPublicPair(g[6], g[7]); // IPv4-mapped
    }
    if (g[0] === 0x64 && g[1] === 0xff9b) {
      return g[2] + g[3] + g[4] + g[5] === 0 && isPublicPair(g[6], g[7]); // NAT64
    }
    if (g[0] === 0x2002) return isPublicPair(g[1], g[2]); // 6to4
    if (g[0] < 0x2000 || g[0] > 0x3fff) return false; // everything except global unicast
    if (g[0] === 0x2001) return g[1] >= 0x200 && g[1] !== 0xdb8; // protocol assignments, documentation
    return !(g[0] === 0x3fff && g[1] < 0x1000); // documentation
  }

  function isPublicPair(high: number, low: number): boolean {
    return arePublicOctets(high >> 8, high & 255, low >> 8, low & 255);
  }

  // Expects the form that `URL` writes: lower case, "::" at most once, no dotted IPv4 tail.
  function groupsOf(bracketed: string) {
    const groups: Groups = [0, 0, 0, 0, 0, 0, 0, 0];
    const end = bracketed.length - 1;
    let at = 0;
    let i = 1;
    for (; i < end && !(bracketed[i] === ":" && bracketed[i + 1] === ":"); i++) {
      if (bracketed[i] === ":") at++;
      else groups[at] = (groups[at] ?? 0) * 16 + hexValue(bracketed[i]);
    }
    const gap = i + 1;
    at = 7;
    let place = 1;
    for (let j = end - 1; j > gap; j--) {
      if (bracketed[j] === ":") {
        at--;
        place = 1;
      } else {
        groups[at] = (groups[at] ?? 0) + hexValue(bracketed[j]) * place;
        place *= 16;
      }
    }
    return groups;
  }

  function hexValue(character: string | undefined): number {
    for (let i = 0; i < 6; i++) if ("abcdef"[i] === character) return 10 + i;
    return character === undefined ? 0 : +character;
  }

  function isDigit(character: string | undefined): boolean {
    return character !== undefined && character >= "0" && character <= "9";
  }
}

type Groups = [number, number, number, number, number, number, number, number];
