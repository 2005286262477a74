// Decides to which addresses the proxy of the local browser connects for a host and port.
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { InternalPorts } from "./internal-ports.ts";
import { createLookups } from "./name-lookups.ts";
import type { PrivateTarget } from "../../src/lib/private-targets.ts";
import { checkRemoteAddress, checkTarget } from "../../src/lib/public-address.ts";

/** A host that the tests replace. Without `port`, only its address is replaced, and the proxy checks this address. */
export type SubstituteHost = {
  /** A name, or "*." and a name for all its subdomains. */
  name: string;
  address: string;
  /** The port to connect to instead. The proxy then connects without a check, as to a public host. */
  port?: number;
};

/** Options for net.connect(). `lookup` returns only checked addresses. */
type Connection = {
  host: string;
  port: number;
  lookup: LookupFunction;
  autoSelectFamily: true;
  autoSelectFamilyAttemptTimeout: number;
};

/** `refused`: the reason why the proxy must not connect. */
export type Resolution = { connection: Connection } | { refused: string };

/**
 * Time for which a resolved address is stored, because pages connect to the same host repeatedly. Chromium stores addresses
 * for one minute.
 */
const REMEMBER_NAMES_MS = 30_000;

/** The time for each address of a name. Node's default of 250 ms is too short for a busy machine. */
const ATTEMPT_MS = 2_000;

const names = new Map<string, Promise<string[]>>();
const lookUp = createLookups();

/**
 * Resolves the host once and checks its addresses. `internalPorts` are refused even if they are allowed targets. Rejects with
 * the error of the name server.
 */
export async function resolveTarget(
  host: string,
  port: number,
  allowed: readonly PrivateTarget[],
  substitutes: readonly SubstituteHost[],
  internalPorts: Pick<InternalPorts, "includes">,
): Promise<Resolution> {
  const url = urlOf(host, port);
  if (url === undefined) return { refused: "scheme" };
  const reason = checkTarget(url, allowed);
  if (reason !== undefined) return { refused: reason };

  const substitute = substitutes.find(({ name }) => matches(name, host));
  if (substitute?.port !== undefined)
    return connectionTo(host, substitute.port, [substitute.address]);
  const addresses = substitute === undefined ? await addressesOf(host) : [substitute.address];
  const checked = addresses.filter(
    (address) =>
      checkRemoteAddress(url, address, allowed) === undefined &&
      !internalPorts.includes(address, port),
  );
  return checked.length === 0 ? { refused: "private_address" } : connectionTo(host, port, checked);
}

/** Returns undefined for a host that no URL can contain. */
function urlOf(host: string, port: number): URL | undefined {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  const url = URL.parse(`${port === 443 ? "https" : "http"}://${written}:${port}/`);
  return url === null || url.username !== "" || url.pathname !== "/" ? undefined : url;
}

function connectionTo(host: string, port: number, addresses: string[]): Resolution {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  // With autoSelectFamily, Node requests all addresses and tries one after another.
  const answer: LookupFunction = (_host, _options, callback) => callback(null, found);
  return {
    connection: {
      host,
      port,
      lookup: answer,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    },
  };
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  // Chromium does not resolve these names, either (RFC 6761).
  if (/(^|\.)localhost\.?$/i.test(host)) return ["127.0.0.1", "::1"];
  const known = names.get(host);
  if (known !== undefined) return known;
  const resolved = lookUp(host);
  names.set(host, resolved);
  void resolved
    .then(() => sleep(REMEMBER_NAMES_MS, undefined, { ref: false }))
    // The next connection resolves the name again.
    .catch(() => undefined)
    .then(() => names.delete(host));
  return resolved;
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}
