// Which web addresses a stranger may have requested on our behalf, and which are somebody's private network.

/** A private host that may be requested all the same. `port` is "" (the scheme's own), a number or "*". */
export type PrivateTarget = { host: string; port: string };

/** Why a URL may not be requested. */
export type Refusal = "scheme" | "credentials" | "private_address" | "internal_name";

/** The parts of a WHATWG `URL` that are judged; a `URL` will do. */
export type TargetUrl = Pick<URL, "protocol" | "hostname" | "port" | "username" | "password">;

/**
 * Reads a comma-separated list of `host[:port]`, for example `localhost:*, 127.0.0.1:9000, [::1]:*`.
 * Without a port only the scheme's default port is meant (80 for http, 443 for https), `*` means
 * any. A name covers neither its subdomains nor the addresses it resolves to.
 *
 * @throws Error naming the first entry that cannot be read
 */
export function parsePrivateTargets(list: string): PrivateTarget[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parsePrivateTarget);
}

function parsePrivateTarget(entry: string): PrivateTarget {
  const [, written = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(entry) ?? [];
  const fail = (reason: string) => new Error(`Private target "${entry}": ${reason}.`);
  if (written === "") throw fail("expected host or host:port, IPv6 addresses in brackets");
  if (/[*/@?#\s\\]/.test(written)) throw fail("expected one host, without scheme or wildcards");
  if (entry.endsWith(":")) throw fail("the port is missing");
  if (port !== "" && port !== "*" && !isPort(port)) throw fail("expected a port, 1 to 65535 or *");
  if (!URL.canParse(`http://${written}/`)) throw fail("this is not a host");
  const host = withoutTrailingDots(new URL(`http://${written}/`).hostname);
  if (host === "") throw fail("this is not a host");
  return { host, port: isPort(port) ? String(Number(port)) : port };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function withoutTrailingDots(host: string): string {
  return host.replace(/\.+$/, "");
}

/**
 * Makes the judgement. Its source text is also evaluated inside captured pages, which decides how
 * it is written: it refers to nothing outside itself, and the way from `refuseTarget` on uses
 * operators and indexes only, because a page can replace any method of a string or an array.
 *
 * Sources: the IANA registries of special-purpose IPv4 and IPv6 addresses and of special-use
 * domain names; RFC 6762, appendix G, for the names private networks give themselves.
 */
export function createAddressRules() {
  // No public host can live under these. Not among them: .invalid, .example, .onion and .alt resolve
  // nowhere, and "no such host" says it better.
  const reserved =
    "localhost local internal home.arpa test intranet private corp home lan localdomain";
  // Public names made to answer with a private address. The list cannot be complete: the check of
  // the answering address is for the others.
  const rebinding = "localtest.me lvh.me nip.io sslip.io xip.io";
  const internalNames = `${reserved} ${rebinding}`.split(" ");

  return { refuseTarget, refuseAnswer, isPublicAddress };

  function refuseTarget(url: TargetUrl, allowed: readonly PrivateTarget[]): Refusal | undefined {
    if (!isSecure(url) && url.protocol !== "http:" && url.protocol !== "ws:") return "scheme";
    if (url.username !== "" || url.password !== "") return "credentials";
    const host = trimDots(url.hostname);
    if (isAllowed(url, host, allowed)) return undefined;
    if (host[0] === "[") return isPublicV6(host) ? undefined : "private_address";
    if (lastLabelIsNumber(host)) return isPublicV4(host) ? undefined : "private_address";
    return isInternalName(host) ? "internal_name" : undefined;
  }

  function refuseAnswer(
    url: TargetUrl,
    remoteAddress: string,
    allowed: readonly PrivateTarget[],
  ): Refusal | undefined {
    if (isAllowed(url, trimDots(url.hostname), allowed)) return undefined;
    return isPublicAddress(remoteAddress) ? undefined : "private_address";
  }

  function isPublicAddress(ip: string): boolean {
    const bare = ip.startsWith("[") ? ip.slice(1, -1) : ip;
    const literal = bare.includes(":") ? `http://[${bare}]/` : `http://${bare}/`;
    if (!URL.canParse(literal)) return false;
    const { hostname } = new URL(literal);
    return hostname[0] === "[" ? isPublicV6(hostname) : isPublicV4(hostname);
  }

  function isSecure(url: TargetUrl): boolean {
    return url.protocol === "https:" || url.protocol === "wss:";
  }

  function isAllowed(url: TargetUrl, host: string, allowed: readonly PrivateTarget[]): boolean {
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

  // `URL` has turned every number it takes for an address into four decimal octets; "1.0x7f.." it
  // leaves alone, and no public top-level domain begins with a digit.
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
    if (a === 100) return b < 64 || b > 127; // shared by carriers
    if (a === 169) return b !== 254; // link-local, metadata services
    if (a === 172) return b < 16 || b > 31;
    if (a === 192 && b === 0) return c !== 0 && c !== 2; // protocol assignments, documentation
    if (a === 192 && b === 88) return c !== 99; // 6to4 relays, retired
    if (a === 192) return b !== 168;
    if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100); // benchmarks, documentation
    if (a === 203) return !(b === 0 && c === 113); // documentation
    // Azure answers its guests' metadata questions from this public-looking address.
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
    if (g[0] < 0x2000 || g[0] > 0x3fff) return false; // all but global unicast
    if (g[0] === 0x2001) return g[1] >= 0x200 && g[1] !== 0xdb8; // protocol assignments, documentation
    return !(g[0] === 0x3fff && g[1] < 0x1000); // documentation
  }

  function isPublicPair(high: number, low: number): boolean {
    return arePublicOctets(high >> 8, high & 255, low >> 8, low & 255);
  }

  // Takes the form `URL` writes: lower case, "::" at most once, no dotted tail.
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

const rules = createAddressRules();

/**
 * Says why a URL may not be requested, or undefined when it may: http, https, ws and wss only, no
 * credentials, no address outside the public ranges in any spelling, no name of a private network.
 * `data:`, `blob:` and `about:` reach no network and are refused as "scheme": where they belong
 * (anything but the target), the caller lets them through first. Names are not resolved; ask
 * `refuseAnswer` once the answering address is known.
 */
export const refuseTarget = rules.refuseTarget;

/**
 * Says why an answer from `remoteAddress` (as CDP's `remoteIPAddress`) may not be used, or undefined
 * when it may. Answers without a remote address (cached, made up locally) are not for this function.
 */
export const refuseAnswer = rules.refuseAnswer;

/** Whether a literal IPv4 or IPv6 address, bracketed or not, belongs to the public internet. */
export const isPublicAddress = rules.isPublicAddress;
