import { afterEach, expect, it, vi } from "vitest";
import { acquireBrowser, listBrowsers } from "../../../src/browser/browser-run.ts";
import { DeadlineExceeded } from "../../../src/lib/deadline.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A Browser Run binding whose response never ends. */
const endless = {
  fetch: async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
} as unknown as Fetcher; // the code under test calls only fetch()

it.each([
  ["starting a browser", acquireBrowser, 30_000],
  ["listing browsers", listBrowsers, 5_000],
])("%s fails after its deadline when the response never ends.", async (_, ask, limitMs) => {
  vi.useFakeTimers();
  const failure = ask(endless).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(await failure).toBeInstanceOf(DeadlineExceeded);
});

it.each([
  ["the daily browser time", "Browser time limit exceeded for today", 9_000],
  ["the rate of starts", "Rate limit exceeded", 20],
])(
  "A browser that Browser Run refuses because of %s starts after the limit ends.",
  async (_, message, seconds) => {
    vi.useFakeTimers({ now: new Date("2026-11-22T21:30:00Z") });
    const headers = { "Retry-After": "20" };
    const refusing = {
      fetch: async () => new Response(message, { status: 429, headers }),
    } as unknown as Fetcher; // the code under test calls only fetch()
    const refusal = await acquireBrowser(refusing).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: "BrowserUnavailable", retryAfterSeconds: seconds });
  },
);
