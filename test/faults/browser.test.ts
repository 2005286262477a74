// Browsers that are lost, and captures that wait because all browsers are in use.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { endBrowser, endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";
import { recordsOf, usedCredits } from "../support/records.ts";

const green = `<body style="background:green">`;

/** Returns a page whose load takes `delayMs`. Its `path` identifies the request at the fixture server. */
function slowPage(delayMs: number) {
  const path = `${freshPath()}&delay=${delayMs}`;
  return { path, page: pageOf(`${green}<img src="${path}">`) };
}

describe("A browser that is killed during a capture", () => {
  it("The pool replaces a killed browser once, and the image is correct.", async () => {
    const { path, page } = slowPage(1_500);
    const before = await liveBrowsers();
    const answering = capture(page, { timeout: 40_000 });
    await waitForRequests(path, 1);
    const killed = (await liveBrowsers()).filter((id) => !before.includes(id));
    expect(killed.length).toBeGreaterThan(0);

    await Promise.all(killed.map(endBrowser));

    await expectColour(await answering, "green");
    expect((await hitsAt(path)).requests).toBe(2);
  });

  it("A capture that loses two browsers costs nothing.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const { path, page } = slowPage(1_500);
    const answering = api.post("/v1/capture", { url: page }, { key });
    for (const time of [1, 2]) {
      await waitForRequests(path, time);
      await endBrowsers();
    }

    const answer = await answering;

    await expectError(answer, 500, "render_failed");
    await api.settled();
    expect(await usedCredits(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toMatchObject([
      { status: "failed", error_code: "render_failed" },
    ]);
  });

  it("A killed browser does not harm later captures.", async () => {
    await endBrowsers();
    await expectColour(await capture(pageOf(green), { timeout: 40_000 }), "green");
  });
});

describe("When all browsers are in use", () => {
  const vars = { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "1" };

  it("A refused capture fails within seconds with Retry-After and without a charge.", async () => {
    await endBrowsers();
    const { key, accountId } = await seedAccount();
    const api = createApi({ vars });
    const { path, page } = slowPage(9_000);
    const first = api.post("/v1/capture", { url: page }, { key });
    await waitForRequests(path, 1);

    const startedAt = Date.now();
    const refusal = await api.post("/v1/capture", { url: pageOf(green) }, { key });
    const waitedMs = Date.now() - startedAt;

    await expectError(refusal, 503, "service_unavailable");
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(waitedMs).toBeGreaterThan(4_000);
    expect(waitedMs).toBeLessThan(8_000);
    expect((await first).status).toBe(200);
    await (await first).arrayBuffer();
    await api.settled();
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A capture waits for the capture before it.", async () => {
    const api = createApi({ vars });
    const { key } = await seedAccount();
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.post("/v1/capture", { url: slowPage(300).page }, { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    await api.settled();
  });
});

describe("Running browsers", () => {
  it("The number of browsers never exceeds the limit, and each capture returns its own image.", async () => {
    const api = createApi();
    const { key } = await seedAccount();
    const limit = Number(env.BROWSER_SESSIONS);
    let most = 0;
    const watching = setInterval(() => {
      void liveBrowsers().then(({ length }) => (most = Math.max(most, length)));
    }, 200);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.post("/v1/capture", { url: pageOf(green), options: { delay: 300 } }, { key }),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    await api.settled();
    clearInterval(watching);

    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(limit);
    expect((await liveBrowsers()).length).toBeLessThanOrEqual(limit);
  });
});

/** Waits until the path has received this number of requests. */
async function waitForRequests(path: string, times: number) {
  await expect
    .poll(async () => (await hitsAt(path)).requests, { timeout: 20_000, interval: 50 })
    .toBeGreaterThanOrEqual(times);
}
