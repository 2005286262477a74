import { expect, it } from "vitest";
import type { CaptureRequest } from "../../../src/capture/request.ts";
import { captureOptions } from "../../../src/contract/capture-options.ts";
import { createRender } from "../../../src/browser/renderer.ts";

const request: CaptureRequest = {
  source: { kind: "url", url: "https://example.com/" },
  options: captureOptions.parse({}),
  timeoutMs: 1_000,
  thumbnail: "never",
};

/** A pool whose object fails as a deployment makes it fail, once, and is then asked on another stub. */
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
  // The runtime has no way to move an object on demand; of the bindings nothing else is asked.
  const env = { BROWSER_POOL } as unknown as Parameters<typeof createRender>[0];
  const settings = {
    maxSessions: 1,
    capturesPerSession: 1,
    startsPerSecond: 1,
    guard: { level: "strict" as const, privateTargets: [] },
  };
  return createRender(env, { settings, defer: () => {} });
}

it("asks the pool again when its object moved to a new version of the code", async () => {
  const moved = Object.assign(new Error("The object's code was updated."), { retryable: true });
  await expect(movingPool(moved)(request, "account", "interactive")).rejects.toMatchObject({
    code: "service_unavailable",
    retryAfterSeconds: 7,
  });
});

it("does not ask again where that would not help", async () => {
  const broken = new Error("The pool is broken.");
  await expect(movingPool(broken)(request, "account", "interactive")).rejects.toBe(broken);
});
