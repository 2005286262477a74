// Resolves names for the proxy of the local browser. A lookup by the system occupies a thread of this process until the name
// server responds, so names of silent servers must not occupy all threads.
import { lookup, Resolver } from "node:dns/promises";

const MAX_LOOKUPS_PER_DOMAIN = 4;

/** More names of a domain are refused. */
const MAX_WAITING_PER_DOMAIN = 100;

/** Other work of this process also needs threads. scripts/bootstrap.mjs sets their number to 32. */
const MAX_THREADS = 24;

/** The time for one answer of the name server if all threads are occupied. */
const DIRECT_TIMEOUT_MS = 3_000;

type Domain = { running: number; waiting: (() => void)[] };

type Lookup = (host: string) => Promise<string[]>;

/**
 * Returns a function that resolves a name to its addresses, with at most four lookups for each domain at the same time.
 * While 24 lookups `bySystem` run, it resolves the names of other domains `directly`.
 */
export function createLookups(
  bySystem: Lookup = findBySystem,
  directly: Lookup = findDirectly,
): Lookup {
  const domains = new Map<string, Domain>();
  let threads = 0;

  return async function addressesOf(host) {
    const name = domainOf(host);
    const domain = domains.get(name) ?? { running: 0, waiting: [] };
    domains.set(name, domain);
    await turn(domain);
    try {
      return await find(host);
    } finally {
      const next = domain.waiting.shift();
      if (next !== undefined) next();
      else domain.running -= 1;
      if (domain.running === 0) domains.delete(name);
    }
  };

  async function find(host: string): Promise<string[]> {
    if (threads >= MAX_THREADS) return directly(host);
    threads += 1;
    try {
      return await bySystem(host);
    } finally {
      threads -= 1;
    }
  }
}

/** A lookup that ends passes its turn to the next one. */
async function turn(domain: Domain): Promise<void> {
  if (domain.running < MAX_LOOKUPS_PER_DOMAIN) {
    domain.running += 1;
    return;
  }
  if (domain.waiting.length >= MAX_WAITING_PER_DOMAIN)
    throw lookupError("EAI_AGAIN", "Too many names of this domain wait.");
  await new Promise<void>((resolve) => {
    domain.waiting.push(resolve);
  });
}

/** Returns the last two labels: "a.b.example.com" → "example.com". */
function domainOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, "").split(".").slice(-2).join(".");
}

async function findBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Requests the addresses from the name server. Needs no thread, but ignores other sources of the system, such as /etc/hosts. */
async function findDirectly(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DIRECT_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found;
  const isUnknown = answers.every(
    (answer) => answer.status === "rejected" && /ENOTFOUND|ENODATA/.test(String(answer.reason)),
  );
  throw lookupError(isUnknown ? "ENOTFOUND" : "EAI_AGAIN", "The name server returned no address.");
}

function lookupError(code: "EAI_AGAIN" | "ENOTFOUND", message: string): Error {
  return Object.assign(new Error(message), { code });
}
