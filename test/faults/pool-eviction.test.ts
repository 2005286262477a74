// The pool is evicted while captures run: it restores its state from its sessions.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { Lease, LeaseAnswer, PoolSettings } from "../../src/browser/lease.ts";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { parsePrivateTargets } from "../../src/lib/private-targets.ts";
import { endBrowsers } from "../support/browsers.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";

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

afterEach(async () => {
  vi.useRealTimers();
  await endBrowsers();
});

/** Leases one browser twice, starts a capture of `captureMs` with the second lease, and evicts the pool. */
async function evictedPool(captureMs: number) {
  const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
  const lease = async (): Promise<Lease> => {
    const request = { accountId: "account", priority: "interactive" as const, timeoutMs: 20_000 };
    const answer: LeaseAnswer = await pool.lease(request, 6_000, settings);
    if (!("lease" in answer)) throw new Error("The pool returned no lease.");
    return answer.lease;
  };
  const [first, second] = [await lease(), await lease()];
  const path = `${freshPath()}&delay=${captureMs}`;
  const url = pageOf(`<img src="${path}">`);
  const running = env.BROWSER_SESSION.getByName(second.session).capture(
    {
      source: { kind: "url", url },
      options: captureOptions.parse({}),
      timeoutMs: 20_000,
      thumbnail: "never",
    },
    second,
  );
  await expect
    .poll(async () => (await hitsAt(path)).requests, { timeout: 20_000, interval: 50 })
    .toBe(1);
  await evictDurableObject(pool);
  return { pool, lease, first, second, running };
}

it("The pool counts each capture once, regardless of the order of releases.", async () => {
  const { pool, lease, first, second, running } = await evictedPool(2_000);
  await pool.release(first, true);
  const third = await lease();
  await running;
  await pool.release(second, true);
  await pool.release(third, true);
  expect(await pool.status()).toMatchObject({ ready: 1, active: 0 });
});

it("The pool does not close the browser of a capture that runs longer than its lease.", async () => {
  const { pool, running } = await evictedPool(4_000);
  expect(await pool.status()).toMatchObject({ ready: 1, active: 1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 110_000 });
  await runDurableObjectAlarm(pool);
  vi.useRealTimers();
  expect(await pool.status()).toMatchObject({ ready: 1, active: 1 });

  await running;
  await expect.poll(async () => pool.status()).toMatchObject({ ready: 1, active: 0 });
});
