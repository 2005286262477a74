// A Worker stops during its capture, for example because its client disconnected. The browser and its other captures are
// unaffected.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { CaptureRequest } from "../../src/capture/request.ts";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { createPool } from "../support/pool.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";

afterEach(async () => {
  vi.useRealTimers();
  await endBrowsers();
});

function slowCapture(delayMs: number): { path: string; request: CaptureRequest } {
  const path = `${freshPath()}&delay=${delayMs}`;
  const source = { kind: "url" as const, url: pageOf(`<img src="${path}">`) };
  const options = captureOptions.parse({});
  return { path, request: { source, options, timeoutMs: 20_000, thumbnail: "never" } };
}

it("The session releases the slot of a capture whose caller has stopped, and no browser is closed.", async () => {
  const { pool, lease } = createPool(10_000);
  const [lost, neighbour] = [await lease(), await lease()];
  const session = env.BROWSER_SESSION.getByName(lost.session);
  const [short, long] = [slowCapture(1_500), slowCapture(4_000)];
  const neighbourCapture = session.capture(long.request, neighbour);
  const caller = env.RATE_LIMITER.getByName(crypto.randomUUID());
  const ended = runInDurableObject(caller, async (_limiter, state) => {
    const capture = env.BROWSER_SESSION.getByName(lost.session).capture(short.request, lost);
    capture.catch(() => {});
    await expect.poll(async () => (await hitsAt(short.path)).requests, { timeout: 9_000 }).toBe(1);
    state.abort("The Worker is torn down.");
  });
  await expect(ended).rejects.toThrow("torn down");
  const browsers = await liveBrowsers();

  await expect
    .poll(async () => pool.status(), { timeout: 10_000 })
    .toMatchObject({ ready: 1, active: 1 });
  expect(await neighbourCapture).toMatchObject({ kind: "rendered" });
  await expect.poll(async () => pool.status()).toMatchObject({ ready: 1, active: 0 });
  expect(await liveBrowsers()).toEqual(browsers);
});

it("The pool releases the slot of a caller that stopped before its capture started, and the browser stays open.", async () => {
  const { pool, lease } = createPool(10_000);
  await lease();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40_000 });
  await runDurableObjectAlarm(pool);
  expect(await pool.status()).toMatchObject({ ready: 1, active: 0 });
});
