// The number of protocol messages of a capture, which each cost time in the Worker and on the way to the browser.
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireBrowser, deleteBrowser } from "../../src/browser/browser-run.ts";
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

beforeAll(async () => {
  browserId = await acquireBrowser(endpoint);
  session = await openSession(
    { BROWSER: endpoint, ASSETS: env.ASSETS },
    browserId,
    {
      privateTargets: parsePrivateTargets("localhost:*"),
      localProxy: env.LOCAL_PROXY,
    },
    { reportEnd: () => {}, stop: async () => {}, defer: () => {} },
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

async function captureOnce(options: CaptureOptionsInput = {}): Promise<void> {
  const outcome = await session.capture(
    {
      source: { kind: "url", url: pageOf("<p>Hello") },
      options: captureOptions.parse(options),
      timeoutMs: 20_000,
      thumbnail: "never",
    },
    {
      id: crypto.randomUUID(),
      session: "",
      accountId: "",
      priority: "interactive",
      timeoutMs: 0,
      expiresAt: 0,
    },
  );
  expect(outcome.kind).toBe("rendered");
  // The session closes the tab and opens the next one.
  await untilQuiet();
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
