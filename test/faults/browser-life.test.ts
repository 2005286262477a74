// Browsers that are replaced after 250 captures, when they are idle, or when a page crashes.
import { env } from "cloudflare:workers";
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { crashPage, endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { capture } from "../support/capture.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";

const green = `<body style="background:green">`;

afterEach(() => {
  vi.useRealTimers();
});

describe("A page whose renderer crashes during the capture", () => {
  it("The capture is repeated after a crash of its renderer, and the browser continues with its other captures.", async () => {
    await endBrowsers();
    const api = createApi({ vars: { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "2" } });
    // One account uses half of the slots.
    const captures = await Promise.all(
      ["crashing", "other"].map(async () => {
        const path = `${freshPath()}&delay=3000`;
        const url = pageOf(`${green}<img src="${path}">`);
        const { key } = await seedAccount();
        const answering = api.post("/v1/capture", { url, options: { timeout: 40_000 } }, { key });
        const requests = async () => (await hitsAt(path)).requests;
        return { url, answering, requests };
      }),
    );
    const [crashing, other] = captures;
    for (const { requests } of captures)
      await expect.poll(requests, { timeout: 20_000, interval: 50 }).toBe(1);

    const [browser = ""] = await liveBrowsers();
    await crashPage(browser, crashing!.url);

    for (const { answering } of captures) await expectColour(await answering, "green");
    expect([await crashing!.requests(), await other!.requests()]).toEqual([2, 1]);
    expect(await liveBrowsers()).toEqual([browser]);
    await api.settled();
  });
});

describe("A browser after 250 captures", () => {
  it("A new browser replaces a browser after 250 captures without a failed capture.", async () => {
    await endBrowsers();
    const api = createApi({
      vars: { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "2", ACCOUNT_SLOTS: "2" },
    });
    // Without free storage, no image is stored and no thumbnail is taken.
    const { key } = await seedAccount({ storageBytes: 0, requestsPerMinute: 1_000 });
    const body = { url: pageOf(green), options: { viewport_width: 200, viewport_height: 120 } };
    const used = new Set<string>();
    const captureOne = async () => {
      const answer = await api.post("/v1/capture", body, { key });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    };
    for (let count = 0; count < 252; count += 2) {
      await Promise.all([captureOne(), captureOne()]);
      await api.settled();
      const alive = await liveBrowsers();
      expect(alive.length).toBeLessThanOrEqual(1);
      for (const id of alive) used.add(id);
    }
    expect(used.size).toBe(2);
  }, 240_000);
});

// The last tests advance the pool's clock.
describe("A browser that is idle for a minute", () => {
  it("The pool starts a warm browser without a capture, and keeps it open until the setting is removed.", async () => {
    await endBrowsers();
    const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
    const settings = {
      maxSessions: 2,
      capturesPerSession: 1,
      accountSlots: 0,
      warmSessions: 1,
      startsPerSecond: 100,
      network: { privateTargets: [], localProxy: env.LOCAL_PROXY },
    };
    await pool.closeOrphans(settings);
    await expect.poll(() => pool.status(), { timeout: 20_000 }).toMatchObject({ ready: 1 });
    const [browser = ""] = await liveBrowsers();

    for (const minutes of [2, 4]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
      await runDurableObjectAlarm(pool);
      expect(await liveBrowsers()).toEqual([browser]);
      vi.useRealTimers();
    }

    // Without the setting, the browser closes.
    await pool.closeOrphans({ ...settings, warmSessions: 0 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * 60_000 });
    await runDurableObjectAlarm(pool);
    await expect.poll(liveBrowsers, { timeout: 5_000 }).toEqual([]);
  });

  it("The pool closes an idle browser, and the next capture starts another.", async () => {
    await endBrowsers();
    await expectColour(await capture(pageOf(green)), "green");
    const before = await liveBrowsers();
    expect(before).toHaveLength(1);
    const pool = env.BROWSER_POOL.getByName("pool");

    await runDurableObjectAlarm(pool);
    expect(await liveBrowsers(), "used a moment ago").toEqual(before);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await runDurableObjectAlarm(pool);
    await expect.poll(liveBrowsers, { timeout: 5_000 }).toEqual([]);

    await expectColour(await capture(pageOf(green)), "green");
  });
});
