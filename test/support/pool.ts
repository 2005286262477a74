// A browser pool with one browser and two slots, used directly, without the API.
import { env } from "cloudflare:workers";
import type { Lease, PoolSettings } from "../../src/browser/lease.ts";
import { parsePrivateTargets } from "../../src/lib/private-targets.ts";

// A browser loads the engine at its start. Load it here, so that its time does not count in a test.
await import("../../src/browser/session.ts");

const settings: PoolSettings = {
  maxSessions: 1,
  capturesPerSession: 2,
  accountSlots: 2,
  startsPerSecond: 3,
  network: {
    privateTargets: parsePrivateTargets("localhost:*,127.0.0.1:*"),
    localProxy: env.LOCAL_PROXY,
  },
};

/** `lease` waits at most `waitMs` for a slot. Throws an Error when the pool refuses. */
export function createPool(waitMs: number) {
  const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
  const lease = async (): Promise<Lease> => {
    const request = { accountId: "account", priority: "interactive" as const, timeoutMs: 20_000 };
    const answer = await pool.lease(request, waitMs, settings);
    if (!("lease" in answer)) throw new Error("The pool returned no lease.");
    return answer.lease;
  };
  return { pool, lease };
}
