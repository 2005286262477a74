import { expect, it, onTestFinished, vi } from "vitest";
import type { CaptureRequest } from "../../../src/capture/request.ts";
import { captureOptions } from "../../../src/contract/capture-options.ts";
import { createRender } from "../../../src/browser/renderer.ts";

const request: CaptureRequest = {
  source: { kind: "url", url: "https://example.com/" },
  options: captureOptions.parse({}),
  timeoutMs: 1_000,
  thumbnail: "never",
};

const settings = {
  maxSessions: 1,
  capturesPerSession: 1,
  accountSlots: 0,
  startsPerSecond: 1,
  network: { privateTargets: [], localProxy: undefined },
};

/** Returns a renderer whose pool fails on the first stub, as during a deployment, and answers on the second. */
function movingPool(error: Error) {
  let stubs = 0;
  const lease = (stub: number) =>
    stub === 1 ? Promise.reject(error) : Promise.resolve({ retryAfterSeconds: 7 });
  const BROWSER_POOL = {
    getByName() {
      stubs += 1;
      const stub = stubs;
      return { lease: () => lease(stub) };
    },
  };
  // The test runtime cannot move an object on demand. The renderer uses no other binding.
  const env = { BROWSER_POOL } as unknown as Parameters<typeof createRender>[0];
  return createRender(env, { settings, arrivedAt: Date.now(), defer: () => {} });
}

it("The renderer retries the lease when the pool's object moves to a new version.", async () => {
  const moved = Object.assign(new Error("The object's code was updated."), { retryable: true });
  await expect(movingPool(moved)(request, "account", "interactive")).rejects.toMatchObject({
    code: "service_unavailable",
    retryAfterSeconds: 7,
  });
});

it("The renderer does not retry the lease after a permanent error.", async () => {
  const broken = new Error("The pool is broken.");
  await expect(movingPool(broken)(request, "account", "interactive")).rejects.toBe(broken);
});

it("A capture whose browser does not answer ends within 2 seconds after its timeout.", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lease = async () => ({ lease: { id: "lease", session: "session" } });
  // The pool checks the session and receives no answer, either.
  const BROWSER_POOL = { getByName: () => ({ lease, reportHung: () => new Promise(() => {}) }) };
  const BROWSER_SESSION = { getByName: () => ({ capture: () => new Promise(() => {}) }) };
  // The renderer calls no other functions of the objects.
  const env = { BROWSER_POOL, BROWSER_SESSION } as unknown as Parameters<typeof createRender>[0];
  const render = createRender(env, { settings, arrivedAt: Date.now(), defer: () => {} });

  const failure = render(request, "account", "interactive").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(request.timeoutMs + 1_500);
  expect(await Promise.race([failure, Promise.resolve("running")])).toMatchObject({
    code: "navigation_timeout",
  });
});

it("A lease whose capture was not accepted ends without a capture.", async () => {
  const release = vi.fn(async () => {});
  const lease = { id: "lease", session: "session" };
  const BROWSER_POOL = { getByName: () => ({ lease: async () => ({ lease }), release }) };
  // The renderer calls no other functions of the objects.
  const env = { BROWSER_POOL } as unknown as Parameters<typeof createRender>[0];
  const render = createRender(env, { settings, arrivedAt: Date.now(), defer: () => {} });
  const refused = new Error("The account has no credits.");

  const rendering = render(request, "account", "interactive", Promise.reject(refused));
  await expect(rendering).rejects.toBe(refused);
  expect(release).toHaveBeenCalledExactlyOnceWith(lease, "unused");
});
