// The pool is evicted while captures run: it restores its state from its sessions.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { endBrowsers } from "../support/browsers.ts";
import { createPool } from "../support/pool.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";

afterEach(async () => {
  vi.useRealTimers();
  await endBrowsers();
});

/** Leases one browser twice, starts a capture of `captureMs` with the second lease, and evicts the pool. */
async function evictedPool(captureMs: number) {
  const { pool, lease } = createPool(6_000);
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
  await pool.release(first, "captured");
  const third = await lease();
  await running;
  await pool.release(second, "captured");
  await pool.release(third, "captured");
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
