// How many remote calls a request makes one after another. Between regions, each of them takes up to 150 ms.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { CaptureOutcome } from "../../../src/browser/outcome.ts";
import type { Env } from "../../../src/env.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";
import { countWaits, depthOf, type RemoteCall } from "../../support/remote-waits.ts";

/** Longer than the code between two calls takes on a busy machine. */
const LATENCY_MS = 200;

const url = "https://example.com/";

const OUTCOME: CaptureOutcome = {
  kind: "rendered",
  rendered: {
    body: imageBytes,
    format: "png",
    widthPx: 1280,
    heightPx: 1024,
    httpStatus: 200,
    truncated: false,
  },
};

/** A pool with one browser that returns the same image for every page. `released` counts leases without a capture. */
function fakeBrowser() {
  const state = { captures: 0, released: 0 };
  const pool = {
    lease: (request: object) =>
      Promise.resolve({ lease: { ...request, id: "lease", session: "session", expiresAt: 0 } }),
    release: () => Promise.resolve((state.released += 1)),
  };
  const session = { capture: () => Promise.resolve(((state.captures += 1), OUTCOME)) };
  // The renderer calls only these methods.
  const bindings = {
    BROWSER_POOL: { getByName: () => pool },
    BROWSER_SESSION: { getByName: () => session },
  } as unknown as Pick<Env, "BROWSER_POOL" | "BROWSER_SESSION">;
  return { bindings, state };
}

/** Sends a request through counted bindings. Returns the calls until its response. */
async function callsOf(
  send: (api: ReturnType<typeof createApi>) => Promise<Response>,
  status: number,
  browser = fakeBrowser(),
): Promise<RemoteCall[]> {
  const counted = countWaits({ ...env, ...browser.bindings }, LATENCY_MS);
  const lines: Fields[] = [];
  const api = createApi({ bindings: counted.env, lines });
  const answer = await send(api);
  const calls = [...counted.calls];
  expect(answer.status, JSON.stringify(lines)).toBe(status);
  await api.settled();
  return calls;
}

/** A key that this isolate has seen before. */
async function seedKnownKey(settings: Parameters<typeof seedAccount>[0] = {}) {
  const account = await seedAccount(settings);
  await createApi().get("/v1/nowhere", account);
  return account;
}

const captureDepth = (calls: RemoteCall[]) =>
  calls.find(({ name }) => name === "BROWSER_SESSION.capture")?.depth;

it("A binary capture makes three waits until the browser starts to work.", async () => {
  const { key } = await seedKnownKey();
  const calls = await callsOf((api) => api.post("/v1/capture", { url }, { key }), 200);
  expect(captureDepth(calls), JSON.stringify(calls)).toBe(3);
});

it("The first request of a key in an isolate makes one more wait for a capture, and none for a list.", async () => {
  const [first, second] = [await seedAccount(), await seedAccount()];
  const calls = await callsOf((api) => api.post("/v1/capture", { url }, first), 200);
  expect(captureDepth(calls), JSON.stringify(calls)).toBe(4);
  const listCalls = await callsOf((api) => api.get("/v1/screenshots", second), 200);
  expect(depthOf(listCalls), JSON.stringify(listCalls)).toBe(2);
});

it("A read of a record and its status make one wait, a list and the usage two.", async () => {
  const { key } = await seedKnownKey();
  const browser = fakeBrowser();
  const api = createApi({ bindings: browser.bindings });
  const captured = await api.post("/v1/capture", { url }, { key });
  await api.settled();
  const id = captured.headers.get("X-Screenshot-Id");
  for (const [path, waits] of [
    [`/${id}`, 1],
    [`/${id}/status`, 1],
    ["", 2],
    ["/usage", 2],
  ] as const) {
    const calls = await callsOf((counted) => counted.get(`/v1/screenshots${path}`, { key }), 200);
    expect(depthOf(calls), `${path} ${JSON.stringify(calls)}`).toBe(waits);
  }
});

it("An account without credits leases no browser.", async () => {
  const { key } = await seedKnownKey({ monthlyScreenshots: 1, used: 1 });
  const browser = fakeBrowser();
  const calls = await callsOf((api) => api.post("/v1/capture", { url }, { key }), 402, browser);
  expect(calls.filter(({ name }) => name.startsWith("BROWSER"))).toEqual([]);
});

it("Of concurrent captures with one credit left, one renders and the others release their browser.", async () => {
  const { key, accountId } = await seedKnownKey({ monthlyScreenshots: 1 });
  const browser = fakeBrowser();
  const counted = countWaits({ ...env, ...browser.bindings }, LATENCY_MS);
  const api = createApi({ bindings: counted.env });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.post("/v1/capture", { url }, { key })),
  );
  await api.settled();
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 402, 402, 402,
  ]);
  expect(browser.state).toEqual({ captures: 1, released: 3 });
  expect(await usedCredits(accountId)).toBe(1);
});
