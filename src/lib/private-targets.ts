// Parses PRIVATE_TARGETS: the private hosts that the operator allows captures and webhooks to request.

/** `port` is "" for the default port of the scheme, a number, or "*" for every port. */
export type PrivateTarget = { host: string; port: string };

/**
 * Parses a comma-separated list of `host[:port]`, for example `localhost:*, 127.0.0.1:9000, [::1]:*`.
 * Without a port, an entry allows only the default ports: 80 for http and 443 for https. An entry allows
 * neither the subdomains of a name nor the addresses that the name resolves to.
 *
 * Throws an Error that names the first invalid entry.
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
  if (written === "") throw fail("expected host or host:port, with IPv6 addresses in brackets");
  if (/[*/@?#\s\\]/.test(written)) throw fail("expected one host, without scheme or wildcards");
  if (entry.endsWith(":")) throw fail("the port is missing");
  if (port !== "" && port !== "*" && !isPort(port)) throw fail("expected a port, 1 to 65535 or *");
  if (!URL.canParse(`http://${written}/`)) throw fail("the host is invalid");
  const host = new URL(`http://${written}/`).hostname.replace(/\.+$/, "");
  if (host === "") throw fail("the host is invalid");
  return { host, port: isPort(port) ? String(Number(port)) : port };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}
