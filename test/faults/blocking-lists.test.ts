// Filter lists that cannot be read: the capture comes, and the record and the log tell.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Blocked } from "../../src/contract/blocked.ts";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { BLOCK_EVERYTHING } from "../support/blocking-pages.ts";
import { fakeAssets } from "../support/fake-assets.ts";

/** A banner, a chat and an advertisement that the lists know. */
const CROWDED = `<!doctype html><style>div, ins { display: block; height: 50px }</style>
  <div id="onetrust-consent-sdk">We value your privacy. <button>Accept all</button></div>
  <div class="crisp-client">Chat</div><ins class="adsbygoogle">Ad</ins>`;

const NOTHING = {
  "ads.bin": null,
  "cookie_banners.bin": null,
  "chats.bin": null,
  "vendor-domains.json": null,
  "cookie-tokens.json": null,
  "consent-rules.json": "{",
  "consent.js": null,
  "sweep.js": null,
};

let printed: MockInstance<typeof console.log>;
let planted: ReturnType<typeof fakeAssets> | undefined;

beforeEach(() => {
  printed = vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  printed.mockRestore();
  planted?.restore();
});

// In this order: what has been read once is kept.
describe("the capture comes, and tells what was not done", () => {
  it("without any list", async () => {
    plant(NOTHING);

    expect(await blockedIn(BLOCK_EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 0 },
      cookie_banners: { requests: 0, elements: 0, rejected: false },
      chats: { requests: 0, elements: 0 },
      incomplete: true,
    });
    expect(namesLogged()).toEqual(Object.keys(NOTHING).sort());
  });

  it.each(["ads", "cookie_banners", "chats"])("with some of %s.bin", async (list) => {
    const file = await fileOf(`${list}.bin`);
    for (const share of [0.1, 0.5, 0.999]) {
      const some = file.slice(0, Math.floor(file.length * share));
      plant({ ...NOTHING, [`${list}.bin`]: some });

      expect((await blockedIn(BLOCK_EVERYTHING)).incomplete).toBe(true);
      expect(namesLogged()).toContain(`${list}.bin`);
      planted?.restore();
    }
  });

  it("with a list that is not what was compiled", async () => {
    const file = await fileOf("chats.bin");
    const middle = Math.floor(file.length / 2);
    plant({ "chats.bin": file.with(middle, file[middle]! ^ 1) });

    expect(await blockedIn(BLOCK_EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 1 },
      cookie_banners: { requests: 0, elements: 1, rejected: false },
      chats: { requests: 0, elements: 0 },
      incomplete: true,
    });
    expect(namesLogged()).toEqual(["chats.bin"]);
  });
});

it("the next capture reads the list again", async () => {
  expect(await blockedIn({ block_chats: true })).toEqual({ chats: { requests: 0, elements: 1 } });
});

function plant(files: Parameters<typeof fakeAssets>[0]): void {
  planted = fakeAssets(files);
}

async function fileOf(name: string): Promise<Uint8Array> {
  const answer = await env.ASSETS.fetch(`https://assets.invalid/blocking/${name}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The lists that a line of the log names. */
function namesLogged(): string[] {
  const lines = printed.mock.calls.map(
    ([line]) => JSON.parse(String(line)) as Record<string, unknown>,
  );
  return lines
    .filter(({ source, message }) => source === "blocking" && message === "asset not read")
    .map(({ name }) => String(name))
    .sort();
}

async function blockedIn(options: CaptureOptionsInput): Promise<Blocked> {
  const { key } = await seedAccount();
  const api = createApi();
  const body = { html: CROWDED, options: { ...options, response_type: "json" } };
  const answer = await api.post("/v1/capture", body, { key });
  expect(answer.status).toBe(201);
  const { data } = await answer.json<{ data: { metadata: { blocked: Blocked } } }>();
  await api.settled();
  return data.metadata.blocked;
}
