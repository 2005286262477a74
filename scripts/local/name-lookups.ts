// Resolves names for the proxy of the local browser. A lookup occupies a thread of this process until the name server
// responds, so names of a silent server must not occupy all threads.
import { lookup } from "node:dns/promises";

/** scripts/bootstrap.mjs sets the number of threads. */
const MAX_LOOKUPS_PER_DOMAIN = 4;

/** More names of a domain are refused. */
const MAX_WAITING_PER_DOMAIN = 100;

type Domain = { running: number; waiting: (() => void)[] };

type Lookup = (host: string) => Promise<string[]>;

/** Returns a function that resolves a name to its addresses, with at most four lookups for each domain at the same time. */
export function createLookups(find: Lookup = findAddresses): Lookup {
  const domains = new Map<string, Domain>();

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
}

/** A lookup that ends passes its turn to the next one. */
async function turn(domain: Domain): Promise<void> {
  if (domain.running < MAX_LOOKUPS_PER_DOMAIN) {
    domain.running += 1;
    return;
  }
  if (domain.waiting.length >= MAX_WAITING_PER_DOMAIN)
    throw Object.assign(new Error("Too many names of this domain wait."), { code: "EAI_AGAIN" });
  await new Promise<void>((resolve) => {
    domain.waiting.push(resolve);
  });
}

/** Returns the last two labels: "a.b.example.com" → "example.com". */
function domainOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, "").split(".").slice(-2).join(".");
}

async function findAddresses(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
