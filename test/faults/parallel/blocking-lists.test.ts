// Filter lists that cannot be read: the capture succeeds, and the record and the log report the failure.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Blocked } from "../../../src/contract/blocked.ts";
import type { CaptureOptionsInput } from "../../../src/contract/capture-options.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { BLOCK_EVERYTHING } from "../../support/blocking-pages.ts";
import { fakeAssets } from "../../support/fake-assets.ts";

/** A page with a banner, a chat and an advertisement that the lists contain. */
const CROWDED = `<!doctype html><style>div, ins { display: block; height: 50px }</style>
  <div id="onetrust-consent-sdk">We value your privacy. <button>Accept all</button></div>
  <div class="crisp-client">Chat</div><ins class="adsbygoogle">Ad</ins>`;

/** Every file is missing or invalid. */
const UNREADABLE = {
  "ads.bin": null,
  "cookie_banners.bin": null,
  "chats.bin": null,
  "vendor-domains.json": null,
  "cookie-tokens.json": null,
  "consent-rules.json": "{",
  "consent.js": null,
  "sweep.js": null,
};

let consoleLog: MockInstance<typeof console.log>;
let assets: ReturnType<typeof fakeAssets> | undefined;

beforeEach(() => {
  consoleLog = vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  consoleLog.mockRestore();
  assets?.restore();
});

// The order matters: the Worker stores each file after the first successful read and does not read it again.
describe("a capture without some of its lists", () => {
  it("A capture without any list succeeds and reports all files.", async () => {
    // The browser of a capture with lists would load them when it starts.
    expect(await blockedIn({})).toBeUndefined();
    replaceAssets(UNREADABLE);

    expect(await blockedIn(BLOCK_EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 0 },
      cookie_banners: { requests: 0, elements: 0, rejected: false },
      chats: { requests: 0, elements: 0 },
      incomplete: true,
    });
    expect(loggedNames()).toEqual(Object.keys(UNREADABLE).sort());
  });

  it.each(["ads", "cookie_banners", "chats"])(
    "A capture with a truncated %s.bin succeeds and is marked as incomplete.",
    async (list) => {
      const file = await readAsset(`${list}.bin`);
      for (const share of [0.1, 0.5, 0.999]) {
        const truncated = file.slice(0, Math.floor(file.length * share));
        replaceAssets({ ...UNREADABLE, [`${list}.bin`]: truncated });

        expect((await blockedIn(BLOCK_EVERYTHING))?.incomplete).toBe(true);
        expect(loggedNames()).toContain(`${list}.bin`);
        assets?.restore();
      }
    },
  );

  it("A capture with a corrupted list applies the other lists.", async () => {
    const file = await readAsset("chats.bin");
    const middle = Math.floor(file.length / 2);
    replaceAssets({ "chats.bin": file.with(middle, file[middle]! ^ 1) });

    expect(await blockedIn(BLOCK_EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 1 },
      cookie_banners: { requests: 0, elements: 1, rejected: false },
      chats: { requests: 0, elements: 0 },
      incomplete: true,
    });
    expect(loggedNames()).toEqual(["chats.bin"]);
  });
});

it("The next capture reads a list again that could not be read.", async () => {
  expect(await blockedIn({ block_chats: true })).toEqual({ chats: { requests: 0, elements: 1 } });
});

it("A session loads the lists while its browser starts, before it connects to the browser.", async () => {
  const events: string[] = [];
  const session = env.BROWSER_SESSION.getByName(crypto.randomUUID());
  const start = await runInDurableObject(session, async (instance) => {
    // No test above has loaded trackers.bin.
    const ASSETS = recordFetches(env.ASSETS, async (answer, address) => {
      await answer;
      if (address.endsWith("/trackers.bin")) events.push("list loaded");
    });
    const BROWSER = recordFetches(env.BROWSER, (_answer, _address, init) => {
      events.push(init?.headers === undefined ? "browser started" : "connected");
      return Promise.resolve();
    });
    Object.assign(instance, { env: { ...env, ASSETS, BROWSER } });
    const network = { privateTargets: [], localProxy: undefined };
    return instance.start(network, env.BROWSER_POOL.newUniqueId().toString(), true);
  });
  expect(start).toMatchObject({ started: true });
  expect(events).toEqual(["browser started", "list loaded", "connected"]);
  await session.stop();
});

/** Calls `onFetch` with the response of each request, its address and its options. */
function recordFetches(
  binding: Fetcher,
  onFetch: (answer: Promise<Response>, address: string, init?: RequestInit) => Promise<void>,
): Fetcher {
  return new Proxy(binding, {
    get(target, name) {
      if (name !== "fetch") return Reflect.get(target, name) as unknown;
      return async (address: string, init?: RequestInit) => {
        const answer = target.fetch(address, init);
        await onFetch(answer, address, init);
        return answer;
      };
    },
  });
}

function replaceAssets(files: Parameters<typeof fakeAssets>[0]): void {
  assets = fakeAssets(files);
}

async function readAsset(name: string): Promise<Uint8Array> {
  const response = await env.ASSETS.fetch(`https://assets.invalid/blocking/${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the names of the files that the log reports. */
function loggedNames(): string[] {
  const lines = consoleLog.mock.calls.map(
    ([line]) => JSON.parse(String(line)) as Record<string, unknown>,
  );
  return lines
    .filter(({ source, message }) => source === "blocking" && message === "asset not read")
    .map(({ name }) => String(name))
    .sort();
}

async function blockedIn(options: CaptureOptionsInput): Promise<Blocked | undefined> {
  const { key } = await seedAccount();
  const api = createApi();
  const body = { html: CROWDED, options: { ...options, response_type: "json" } };
  const response = await api.post("/v1/capture", body, { key });
  expect(response.status).toBe(201);
  const { data } = await response.json<{ data: { metadata: { blocked?: Blocked } } }>();
  await api.settled();
  return data.metadata.blocked;
}
