// Browsers that close while a batch runs in the real queue, and orphaned browsers.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { acquireBrowser } from "../../src/browser/browser-run.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectAllFinished } from "../support/ledger.ts";
import { endBrowser, endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";
import { recordsOf, usedCredits } from "../support/records.ts";

describe("A batch whose browsers close repeatedly", () => {
  it("The batch completes with correct screenshots and one charge for each.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const path = `${freshPath()}&delay=700`;
    const page = pageOf(`<body style="background:green"><img src="${path}">`);
    const urls = Array.from({ length: 6 }, () => page);
    await api.post("/v1/capture/batch", { urls }, { key });
    for (const hits of [1, 3, 4]) {
      await expect
        .poll(async () => (await hitsAt(path)).requests, { timeout: 40_000, interval: 50 })
        .toBeGreaterThanOrEqual(hits);
      await endBrowsers();
    }

    await expect
      .poll(async () => (await recordsOf(accountId)).map(({ status }) => status), {
        timeout: 100_000,
        interval: 500,
      })
      .toEqual(Array(6).fill("completed"));

    for (const { image_key } of await recordsOf(accountId)) {
      await expectColour(await api.get(`/images/${image_key}`), "green");
    }
    expect(await usedCredits(accountId)).toBe(6);
    await expect.poll(expectAllFinished, { timeout: 5_000 }).toBeUndefined();
  }, 160_000);
});

const settings = {
  maxSessions: 1,
  capturesPerSession: 1,
  accountSlots: 0,
  startsPerSecond: 10,
  network: { privateTargets: [], localProxy: undefined },
};

describe("Orphaned browsers", () => {
  it("The sweep closes an orphaned browser and no browser of another Worker.", async () => {
    const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
    const [lost, stranger] = [await acquireBrowser(env.BROWSER), await acquireBrowser(env.BROWSER)];
    await runInDurableObject(pool, (_pool, { storage }) => {
      storage.kv.put(`browser:${lost}`, "a removed session");
    });

    expect(await pool.closeOrphans(settings)).toBe(1);

    const alive = await liveBrowsers();
    expect(alive).not.toContain(lost);
    expect(alive).toContain(stranger);
    expect(await pool.closeOrphans(settings)).toBe(0);
    await endBrowser(stranger);
  });

  it("The sweep does not close a browser with an active session.", async () => {
    const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
    const request = { accountId: "a", priority: "interactive" as const, timeoutMs: 60_000 };
    const before = await liveBrowsers();
    const answer = await pool.lease(request, 20_000, settings);
    expect(answer).toHaveProperty("lease");
    const started = (await liveBrowsers()).filter((id) => !before.includes(id));
    expect(started).toHaveLength(1);

    expect(await pool.closeOrphans(settings)).toBe(0);

    expect(await liveBrowsers()).toContain(started[0]);
    if ("lease" in answer) await pool.release(answer.lease, "lost");
  });
});
