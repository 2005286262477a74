// A session without a pool: the protocol messages of its captures, which each cost time in the Worker and on the way to the
// browser, and the ends that it reports.
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { acquireBrowser, deleteBrowser } from "../../src/browser/browser-run.ts";
import type { LeaseEnd } from "../../src/browser/lease.ts";
import type { CaptureOutcome } from "../../src/browser/outcome.ts";
import { openSession, type Session } from "../../src/browser/session.ts";
import { captureOptions, type CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { parsePrivateTargets } from "../../src/lib/private-targets.ts";
import { pageOf } from "../support/pages.ts";
import { type ProtocolMessage, recordMessages } from "../support/protocol-messages.ts";

/** docs/benchmarks.md lists them. */
const MAX_MESSAGES = 60;

const { endpoint, messages } = recordMessages(env.BROWSER);
let browserId: string;
let session: Session;
const ends: LeaseEnd[] = [];

beforeAll(async () => {
  browserId = await acquireBrowser(endpoint);
  session = await openSession(
    { BROWSER: endpoint, ASSETS: env.ASSETS },
    browserId,
    {
      privateTargets: parsePrivateTargets("localhost:*"),
      localProxy: env.LOCAL_PROXY,
    },
    { reportEnd: (_lease, end) => ends.push(end), stop: async () => {}, defer: () => {} },
  );
  // The first captures open tabs that later ones use.
  for (let count = 0; count < 3; count += 1) await captureOnce();
});
afterAll(() => deleteBrowser(endpoint, browserId));

describe("Protocol messages", () => {
  it("A simple capture needs at most 60 messages, including its context and its tab.", async () => {
    const before = messages.length;
    const captures = 3;
    for (let count = 0; count < captures; count += 1) await captureOnce();
    const exchanged = messages.slice(before);
    // Only tabs for private targets, such as the pages of this test, need the permission.
    const grants = exchanged.filter(({ method }) => method === "Browser.grantPermissions");
    expect(
      (exchanged.length - 2 * grants.length) / captures,
      summaryOf(exchanged, captures),
    ).toBeLessThanOrEqual(MAX_MESSAGES);
  });
});

it("The session reports whether each capture succeeded or failed.", async () => {
  ends.length = 0;
  await captureOnce();
  expect(await capture({ wait_for_selector: "#missing" }, 500)).toMatchObject({ kind: "failed" });
  // The session checks the browser before it reports a timeout.
  await vi.waitFor(() => expect(ends).toEqual(["captured", "failed"]), { timeout: 15_000 });
});

it("The isolated world of a page is created while the page loads.", async () => {
  const before = messages.length;
  // The page never loads. afterAll() closes the browser during this capture.
  void capture({}, 60_000, `<img src="${inject("site").origin}/never">`);
  const created = () => {
    const sent = messages.slice(before).map(({ method }) => method);
    expect(sent).toContain("Page.createIsolatedWorld");
  };
  await vi.waitFor(created, { timeout: 15_000, interval: 100 });
});

it("Entries of local_storage are written in an isolated world, where pages cannot replace functions.", async () => {
  const before = messages.length;
  await capture({ local_storage: { token: "s3cret" } });
  const scripts = messages
    .slice(before)
    .filter(({ params: { source } }) => typeof source === "string" && source.includes("s3cret"));
  expect(scripts.map(({ params: { worldName } }) => worldName)).toEqual([expect.any(String)]);
});

async function captureOnce(): Promise<void> {
  const outcome = await capture();
  expect(outcome.kind).toBe("rendered");
  // The session closes the tab and opens the next one.
  await untilQuiet();
}

function capture(
  options: CaptureOptionsInput = {},
  timeoutMs = 20_000,
  html = "<p>Hello",
): Promise<CaptureOutcome> {
  return session.capture(
    {
      source: { kind: "url", url: pageOf(html) },
      options: captureOptions.parse(options),
      timeoutMs,
      thumbnail: "never",
    },
    {
      id: crypto.randomUUID(),
      session: "",
      accountId: "",
      priority: "interactive",
      timeoutMs: 0,
      startedAt: 0,
      expiresAt: 0,
    },
  );
}

async function untilQuiet(): Promise<void> {
  for (let count = -1; count < messages.length;) {
    count = messages.length;
    await scheduler.wait(700);
  }
}

function summaryOf(exchanged: ProtocolMessage[], captures: number): string {
  const counts = new Map<string, number>();
  for (const { direction, method } of exchanged) {
    const name = `${direction} ${method}`;
    counts.set(name, (counts.get(name) ?? 0) + 1 / captures);
  }
  return [...counts].map(([name, count]) => `${count.toFixed(1)} ${name}`).join("\n");
}
