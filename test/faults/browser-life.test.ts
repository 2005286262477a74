// How a browser ends by itself: worn out, unused, or with a page that crashed.
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

describe("a page whose renderer crashes while it is captured", () => {
  it("is captured in another browser, and the picture is right", async () => {
    await endBrowsers();
    const path = `${freshPath()}&delay=2000`;
    const page = pageOf(`${green}<img src="${path}">`);
    const answering = capture(page, { timeout: 40_000 });
    await expect
      .poll(async () => (await hitsAt(path)).requests, { timeout: 20_000, interval: 50 })
      .toBe(1);

    const [browser = ""] = await liveBrowsers();
    await crashPage(browser, page);

    await expectColour(await answering, "green");
    expect((await hitsAt(path)).requests).toBe(2);
    expect(await liveBrowsers()).not.toContain(browser);
  });
});

describe("a browser that has captured 250 pages", () => {
  it("gives way to a new one, and no capture notices", async () => {
    await endBrowsers();
    const api = createApi({ vars: { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "1" } });
    // Full, so that nothing is stored and no thumbnail is waited for.
    const { key } = await seedAccount({ storageBytes: 0, requestsPerMinute: 1_000 });
    const used = new Set<string>();
    for (let count = 0; count < 252; count += 1) {
      const answer = await api.post("/v1/capture", { url: pageOf(green) }, { key });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      await api.settled();
      const alive = await liveBrowsers();
      expect(alive.length).toBeLessThanOrEqual(1);
      for (const id of alive) used.add(id);
    }
    expect(used.size).toBe(2);
  }, 240_000);
});

// Last, because it moves the pool's clock on.
describe("a browser that nobody has used for a minute", () => {
  it("is ended, and the next capture starts another", async () => {
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
